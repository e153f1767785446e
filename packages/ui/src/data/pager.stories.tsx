import type { Meta, StoryObj } from '@storybook/react-vite'
import { Pager } from './pager.tsx'

const turn = () => undefined

const meta = {
  title: 'Display/Pager',
  component: Pager,
  args: { label: 'Members', from: 1, to: 25, total: 473, onPrevious: undefined, onNext: turn },
} satisfies Meta<typeof Pager>
export default meta
type Story = StoryObj<typeof meta>

export const First: Story = {}
export const Last: Story = { args: { from: 451, to: 473, onPrevious: turn, onNext: undefined } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { CopyButton } from './copy-button.tsx'

const meta = {
  title: 'Actions/CopyButton',
  component: CopyButton,
  args: { text: '01J8ZQ5Y3V' },
} satisfies Meta<typeof CopyButton>
export default meta
type Story = StoryObj<typeof meta>

export const IconOnly: Story = {}
export const Primary: Story = { args: { children: 'Copy token', tone: 'accent', size: 'md' } }
export const WithText: Story = { args: { children: 'Copy to clipboard' } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { Divider } from './divider.tsx'

const meta = { title: 'Layout/Divider', component: Divider } satisfies Meta<typeof Divider>
export default meta
type Story = StoryObj<typeof meta>

export const Horizontal: Story = {}
export const Labeled: Story = { args: { label: 'or' } }
export const Vertical: Story = {
  render: () => (
    <div className="flex h-6 items-center gap-3 text-content">
      Left
      <Divider orientation="vertical" />
      Right
    </div>
  ),
}

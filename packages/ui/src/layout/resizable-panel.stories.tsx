import type { Meta, StoryObj } from '@storybook/react-vite'
import { ResizablePanel } from './resizable-panel.tsx'

const meta = {
  title: 'Layout/ResizablePanel',
  component: ResizablePanel,
  args: {
    label: 'Outline',
    children: <p className="p-3 text-content">Drag my edge, or focus it and use the arrow keys.</p>,
  },
  decorators: [(Story) => <div className="flex h-48 border border-line">{Story()}</div>],
} satisfies Meta<typeof ResizablePanel>
export default meta
type Story = StoryObj<typeof meta>

export const Left: Story = {}
export const Right: Story = {
  args: { side: 'right' },
  decorators: [(Story) => <div className="flex grow justify-end">{Story()}</div>],
}

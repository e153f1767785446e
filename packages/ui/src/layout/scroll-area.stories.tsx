import type { Meta, StoryObj } from '@storybook/react-vite'
import { ScrollArea } from './scroll-area.tsx'

const meta = {
  title: 'Layout/ScrollArea',
  component: ScrollArea,
  args: {
    label: 'Changes',
    className: 'h-40 w-64 rounded-md border border-line p-3 text-content',
    children: <p className="h-80 w-80">A box that is larger than its room.</p>,
  },
} satisfies Meta<typeof ScrollArea>
export default meta

export const Vertical: StoryObj<typeof meta> = {}
export const Horizontal: StoryObj<typeof meta> = { args: { orientation: 'horizontal' } }

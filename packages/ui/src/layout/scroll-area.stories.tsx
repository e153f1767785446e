import type { Meta, StoryObj } from '@storybook/react-vite'
import { ScrollArea } from './scroll-area.tsx'

const meta = {
  title: 'Layout/ScrollArea',
  component: ScrollArea,
  args: { label: 'Changes', children: 'It all fits.' },
} satisfies Meta<typeof ScrollArea>
export default meta
type Story = StoryObj<typeof meta>

export const Fits: Story = {}
export const Vertical: Story = {
  args: {
    className: 'h-40 rounded-md border border-line p-3 text-content',
    children: Array.from({ length: 30 }, (_, line) => `Line ${line + 1}`).map((text) => (
      <p key={text}>{text}</p>
    )),
  },
}
export const Horizontal: Story = {
  args: {
    orientation: 'horizontal',
    className: 'w-64 rounded-md border border-line p-3 text-content',
    children: (
      <p className="w-[40rem]">One long line that does not fit into its box, however one looks at it.</p>
    ),
  },
}

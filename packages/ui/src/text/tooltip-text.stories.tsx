import type { Meta, StoryObj } from '@storybook/react-vite'
import { TooltipText } from './tooltip-text.tsx'

const meta = {
  title: 'Display/TooltipText',
  component: TooltipText,
  args: { children: 'Hover or focus me', tooltip: 'There is more to tell' },
} satisfies Meta<typeof TooltipText>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}

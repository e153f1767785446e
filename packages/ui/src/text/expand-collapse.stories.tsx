import type { Meta, StoryObj } from '@storybook/react-vite'
import { ExpandCollapse } from './expand-collapse.tsx'

const meta = {
  title: 'Display/ExpandCollapse',
  component: ExpandCollapse,
  args: { title: 'Advanced settings', children: 'Few people need these.' },
} satisfies Meta<typeof ExpandCollapse>
export default meta
type Story = StoryObj<typeof meta>

export const Collapsed: Story = { args: { aside: '4 settings' } }
export const Expanded: Story = { args: { defaultExpanded: true } }
export const Disabled: Story = { args: { isDisabled: true } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { ExpandCollapse } from './expand-collapse.tsx'

const meta = {
  title: 'Display/ExpandCollapse',
  component: ExpandCollapse,
  args: { title: 'Advanced settings', children: 'Few people need these.' },
} satisfies Meta<typeof ExpandCollapse>
export default meta

export const Collapsed: StoryObj<typeof meta> = {}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { Button } from '../buttons/button.tsx'
import { EmptyState } from './empty-state.tsx'

const meta = {
  title: 'Display/EmptyState',
  component: EmptyState,
  args: { title: 'No workspaces yet' },
} satisfies Meta<typeof EmptyState>
export default meta
type Story = StoryObj<typeof meta>

export const Full: Story = {
  args: {
    scene: 'workspaces',
    description: 'Workspaces that you create are listed here, newest first.',
    action: <Button tone="accent">Create a workspace</Button>,
  },
}
export const Small: Story = {
  args: { size: 'sm', scene: 'search', title: 'No results', description: 'Try fewer words.' },
}

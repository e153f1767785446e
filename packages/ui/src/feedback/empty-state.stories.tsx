import type { Meta, StoryObj } from '@storybook/react-vite'
import Inbox from 'lucide-react/icons/inbox'
import { Button } from '../buttons/button.tsx'
import { EmptyState } from './empty-state.tsx'

const meta = {
  title: 'Display/EmptyState',
  component: EmptyState,
  args: { title: 'Nothing here yet' },
} satisfies Meta<typeof EmptyState>
export default meta
type Story = StoryObj<typeof meta>

export const Full: Story = {
  args: {
    icon: <Inbox />,
    description: 'What you make will be listed here, the newest first.',
    action: <Button tone="accent">Make the first</Button>,
  },
}
export const Small: Story = { args: { size: 'sm', title: 'No results', description: 'Try fewer words.' } }

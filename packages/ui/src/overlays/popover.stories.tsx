import type { Meta, StoryObj } from '@storybook/react-vite'
import { Button } from '../buttons/button.tsx'
import { Popover } from './popover.tsx'

const meta = {
  title: 'Overlays/Popover',
  component: Popover,
  args: {
    trigger: <Button icon="info">About approvals</Button>,
    label: 'About approvals',
    children: <p className="w-64">With approvals on, changes wait until an approver has accepted them.</p>,
  },
} satisfies Meta<typeof Popover>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}
export const Open: Story = { args: { isOpen: true } }

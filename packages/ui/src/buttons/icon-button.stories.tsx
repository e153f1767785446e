import type { Meta, StoryObj } from '@storybook/react-vite'
import { IconButton } from './icon-button.tsx'

const meta = {
  title: 'Actions/IconButton',
  component: IconButton,
  args: { icon: 'settings', label: 'Settings' },
} satisfies Meta<typeof IconButton>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}
export const Sizes: Story = {
  render: (args) => (
    <div className="flex items-center gap-2">
      {(['xs', 'sm', 'md'] as const).map((size) => (
        <IconButton key={size} {...args} size={size} variant="outline" label={`Settings ${size}`} />
      ))}
    </div>
  ),
}
export const Toggled: Story = {
  args: {
    icon: 'star',
    label: 'Remove Favourite',
    isSelected: true,
    tone: 'warning',
    iconClassName: 'fill-warning',
  },
}
export const Failed: Story = {
  args: { icon: 'alert-triangle', tone: 'danger', label: 'Error. Token not revoked!' },
}
export const Loading: Story = { args: { isLoading: true, label: 'Revoke' } }
export const Disabled: Story = { args: { isDisabled: true } }
export const DisabledWithReason: Story = {
  args: {
    isDisabled: true,
    disabledReason: 'The owner cannot be removed.',
    icon: 'trash',
    label: 'Remove User',
  },
}

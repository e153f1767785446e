import type { Meta, StoryObj } from '@storybook/react-vite'
import { TextField } from './text-field.tsx'

const meta = {
  title: 'Forms/Text field',
  component: TextField,
  args: { label: 'Display Name', hint: 'Shown on the card' },
} satisfies Meta<typeof TextField>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const Filled: Story = { args: { defaultValue: 'Production' } }
export const Required: Story = { args: { isRequired: true } }
export const Refused: Story = { args: { isRequired: true, errorMessage: 'This field is required' } }
export const Disabled: Story = { args: { defaultValue: 'Production', isDisabled: true } }
export const DisabledWithReason: Story = {
  args: { defaultValue: 'Production', isDisabled: true, disabledReason: 'Only the owner may change this' },
}
export const ReadOnly: Story = {
  args: { label: 'Email', type: 'email', defaultValue: 'ada@example.com', isReadOnly: true },
}
export const Email: Story = { args: { label: 'Email', type: 'email', placeholder: 'name@example.com' } }
export const Url: Story = { args: { label: 'Remote URL', type: 'url', placeholder: 'https://' } }
export const Telephone: Story = { args: { label: 'Phone number', type: 'tel' } }
export const Sizes: Story = {
  render: (args) => (
    <div className="flex flex-col gap-4">
      <TextField {...args} label="Small" size="sm" />
      <TextField {...args} label="Medium" size="md" />
      <TextField {...args} label="Large" size="lg" />
    </div>
  ),
}
export const VeryLongError: Story = {
  args: {
    errorMessage: 'You cannot use an "managed" URL for a Remote URL Workspace. Use "Managed" instead.',
  },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { Select } from './select.tsx'

const options = [
  { value: 'APPROVER', label: 'Approver', description: 'May approve changes and invite people' },
  { value: 'EDITOR', label: 'Collaborator', description: 'May propose changes' },
  { value: 'OWNER', label: 'Owner', isDisabled: true },
]

const meta = { title: 'Forms/Select', component: Select, args: { label: 'Role', options } } satisfies Meta<
  typeof Select
>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const Filled: Story = { args: { defaultValue: 'EDITOR' } }
export const Required: Story = { args: { isRequired: true } }
export const Refused: Story = { args: { isRequired: true, errorMessage: 'This field is required' } }
export const Disabled: Story = { args: { defaultValue: 'EDITOR', isDisabled: true } }
export const DisabledWithReason: Story = {
  args: { defaultValue: 'EDITOR', isDisabled: true, disabledReason: 'Only the owner may change this' },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { DateField } from './date-field.tsx'

const meta = {
  title: 'Forms/Date field',
  component: DateField,
  args: { label: 'Start date' },
} satisfies Meta<typeof DateField>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const Filled: Story = { args: { defaultValue: '2024-08-14' } }
export const Required: Story = { args: { isRequired: true } }
export const Refused: Story = { args: { isRequired: true, errorMessage: 'This field is required' } }
export const Disabled: Story = { args: { defaultValue: '2024-08-14', isDisabled: true } }
export const DisabledWithReason: Story = {
  args: { defaultValue: '2024-08-14', isDisabled: true, disabledReason: 'Only the owner may change this' },
}

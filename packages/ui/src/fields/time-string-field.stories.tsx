import type { Meta, StoryObj } from '@storybook/react-vite'
import { TimeStringField } from './time-string-field.tsx'

const meta = {
  title: 'Forms/Time string field',
  component: TimeStringField,
  args: { label: 'Expiration', hint: 'For example 48h, 1d, 1m or 1y' },
} satisfies Meta<typeof TimeStringField>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const Filled: Story = { args: { defaultValue: '48h' } }
export const Required: Story = { args: { isRequired: true } }
export const Refused: Story = { args: { isRequired: true, errorMessage: 'This field is required' } }
export const Disabled: Story = { args: { defaultValue: '48h', isDisabled: true } }
export const DisabledWithReason: Story = {
  args: { defaultValue: '48h', isDisabled: true, disabledReason: 'Only the owner may change this' },
}
export const Invalid: Story = { args: { defaultValue: '48', errorMessage: 'Invalid time string' } }

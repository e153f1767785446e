import type { Meta, StoryObj } from '@storybook/react-vite'
import { NumberField } from './number-field.tsx'

const meta = {
  title: 'Forms/Number field',
  component: NumberField,
  args: { label: 'Amount' },
} satisfies Meta<typeof NumberField>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const Filled: Story = { args: { defaultValue: 12 } }
export const Required: Story = { args: { isRequired: true } }
export const Refused: Story = { args: { isRequired: true, errorMessage: 'This field is required' } }
export const Disabled: Story = { args: { defaultValue: 12, isDisabled: true } }
export const DisabledWithReason: Story = {
  args: { defaultValue: 12, isDisabled: true, disabledReason: 'Only the owner may change this' },
}
export const Integer: Story = { args: { kind: 'integer', defaultValue: -3 } }
export const Decimal: Story = { args: { kind: 'decimal', defaultValue: 1.25 } }
export const Money: Story = { args: { kind: 'money', defaultValue: 19.9 } }
export const Percent: Story = { args: { kind: 'percent', defaultValue: 7.5 } }

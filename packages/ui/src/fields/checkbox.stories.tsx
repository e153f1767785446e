import type { Meta, StoryObj } from '@storybook/react-vite'
import { Checkbox } from './checkbox.tsx'

const meta = {
  title: 'Forms/Checkbox',
  component: Checkbox,
  args: { label: 'I have read and agree' },
} satisfies Meta<typeof Checkbox>
export default meta
type Story = StoryObj<typeof meta>

export const Unchecked: Story = {}
export const Checked: Story = { args: { defaultValue: true } }
export const Indeterminate: Story = { args: { isIndeterminate: true } }
export const Required: Story = { args: { isRequired: true, hint: 'Required to continue' } }
export const Refused: Story = { args: { isRequired: true, errorMessage: 'This field is required' } }
export const Disabled: Story = { args: { isDisabled: true, defaultValue: true } }
export const DisabledWithReason: Story = {
  args: { isDisabled: true, disabledReason: 'Read the document to its end first' },
}

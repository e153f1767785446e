import type { Meta, StoryObj } from '@storybook/react-vite'
import { ComboBox } from './combo-box.tsx'

const options = [
  'Argentina',
  'Austria',
  'Australia',
  'Belgium',
  'Brazil',
  'Canada',
  'Chile',
  'New Zealand',
  'Norway',
].map((label) => ({ value: label, label }))

const meta = {
  title: 'Forms/Combo box',
  component: ComboBox,
  args: { label: 'Country', options, placeholder: 'Search countries' },
} satisfies Meta<typeof ComboBox>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const Filled: Story = { args: { defaultValue: 'Austria' } }
export const Required: Story = { args: { isRequired: true } }
export const Refused: Story = { args: { isRequired: true, errorMessage: 'This field is required' } }
export const Disabled: Story = { args: { defaultValue: 'Austria', isDisabled: true } }
export const DisabledWithReason: Story = {
  args: { defaultValue: 'Austria', isDisabled: true, disabledReason: 'Only the owner may change this' },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { PasswordField } from './password-field.tsx'

const meta = {
  title: 'Specified/Password field',
  component: PasswordField,
  args: { label: 'Password', autoComplete: 'new-password' },
} satisfies Meta<typeof PasswordField>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const ShowToggle: Story = { args: { hasShowToggle: true, defaultValue: 'secret' } }
export const RulesHint: Story = {
  args: { hasShowToggle: true, hasRulesHint: true, isRequired: true, defaultValue: 'aB3' },
}
export const Refused: Story = { args: { errorMessage: 'Your password must be at least 12 characters long.' } }
export const Disabled: Story = { args: { isDisabled: true, hasShowToggle: true } }

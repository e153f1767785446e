import type { Meta, StoryObj } from '@storybook/react-vite'
import { RadioGroup } from './radio-group.tsx'

const options = [
  { value: 'saas', label: 'Managed', description: 'Runs in our cloud, always up to date.' },
  { value: 'local', label: 'Local Dev Instance', description: 'Runs on your own machine.' },
  { value: 'url', label: 'Remote URL', description: 'Runs wherever you host it.' },
]

const meta = {
  title: 'Forms/Radio group',
  component: RadioGroup,
  args: { label: 'Workspace Type', options },
} satisfies Meta<typeof RadioGroup>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const Filled: Story = { args: { defaultValue: 'saas' } }
export const Required: Story = { args: { isRequired: true } }
export const Refused: Story = { args: { isRequired: true, errorMessage: 'This field is required' } }
export const Disabled: Story = { args: { defaultValue: 'saas', isDisabled: true } }
export const DisabledWithReason: Story = {
  args: { defaultValue: 'saas', isDisabled: true, disabledReason: 'Only the owner may change this' },
}
export const Cards: Story = { args: { variant: 'cards', orientation: 'horizontal', defaultValue: 'saas' } }
export const Horizontal: Story = {
  args: { orientation: 'horizontal', options: options.map(({ value, label }) => ({ value, label })) },
}

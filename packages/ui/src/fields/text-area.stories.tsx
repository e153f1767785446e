import type { Meta, StoryObj } from '@storybook/react-vite'
import { TextArea } from './text-area.tsx'

const meta = {
  title: 'Forms/Text area',
  component: TextArea,
  args: { label: 'Description', hint: 'What it is for' },
} satisfies Meta<typeof TextArea>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const Filled: Story = { args: { defaultValue: 'Everything that customers see.\nNothing else.' } }
export const OneParagraph: Story = {
  args: { isOneParagraph: true, defaultValue: 'Everything that customers see, without line breaks.' },
}
export const Required: Story = { args: { isRequired: true } }
export const Refused: Story = { args: { isRequired: true, errorMessage: 'This field is required' } }
export const Disabled: Story = {
  args: { defaultValue: 'Everything that customers see.\nNothing else.', isDisabled: true },
}
export const DisabledWithReason: Story = {
  args: {
    defaultValue: 'Everything that customers see.\nNothing else.',
    isDisabled: true,
    disabledReason: 'Only the owner may change this',
  },
}

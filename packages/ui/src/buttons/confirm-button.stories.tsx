import type { Meta, StoryObj } from '@storybook/react-vite'
import { ConfirmButton } from './confirm-button.tsx'

const meta = {
  title: 'Actions/ConfirmButton',
  component: ConfirmButton,
  args: {
    children: 'Delete Workspace',
    tone: 'danger',
    variant: 'outline',
    icon: 'trash',
    onConfirm: () => {},
  },
} satisfies Meta<typeof ConfirmButton>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}

export const WithDetail: Story = { args: { confirmDetail: 'Last used 2 hours ago from 203.0.113.7' } }
export const Disabled: Story = {
  args: { isDisabled: true, disabledReason: 'Only the owner may delete this workspace.' },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { LinkButton } from './link-button.tsx'

const meta = {
  title: 'Actions/LinkButton',
  component: LinkButton,
  args: { href: '#workspaces', children: 'Go to workspace' },
} satisfies Meta<typeof LinkButton>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}
export const Accent: Story = { args: { tone: 'accent' } }
export const NewTab: Story = { args: { isNewTab: true, children: 'View Your Invoices' } }
export const Disabled: Story = { args: { isDisabled: true } }
export const DisabledWithReason: Story = {
  args: { isDisabled: true, disabledReason: 'Verify your email address first.' },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { DisabledLink } from './disabled-link.tsx'

const meta = {
  title: 'Actions/DisabledLink',
  component: DisabledLink,
  args: {
    children: 'Billing',
    reason: 'Verify your email address first.',
    className: 'cursor-not-allowed rounded-md px-2.5 py-1.5 text-content-subtle text-sm',
  },
} satisfies Meta<typeof DisabledLink>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}

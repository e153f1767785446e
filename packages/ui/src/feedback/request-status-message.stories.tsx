import type { Meta, StoryObj } from '@storybook/react-vite'
import { notRequested } from '../lib/request-status.ts'
import { RequestStatusMessage } from './request-status-message.tsx'

const requested = { ...notRequested, isRequested: true }

const meta = {
  title: 'Display/RequestStatusMessage',
  component: RequestStatusMessage,
  args: { status: notRequested },
} satisfies Meta<typeof RequestStatusMessage>
export default meta
type Story = StoryObj<typeof meta>

export const Pending: Story = {
  args: {
    status: { ...requested, isPending: true, isFirstLoad: true },
    loadingMessage: 'Saving your changes...',
  },
}
export const Failed: Story = {
  args: { status: { ...requested, isError: true, errorMessage: 'Network Error' }, onRetry: () => undefined },
}
export const Done: Story = {
  args: { status: { ...requested, isSuccess: true }, successMessage: 'All changes are saved.' },
}

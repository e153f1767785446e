import type { Meta, StoryObj } from '@storybook/react-vite'
import { ErrorMessage } from './error-message.tsx'

const meta = {
  title: 'Display/ErrorMessage',
  component: ErrorMessage,
  args: { message: 'The name is taken already.' },
} satisfies Meta<typeof ErrorMessage>
export default meta
type Story = StoryObj<typeof meta>

export const Message: Story = {}
export const Retry: Story = {
  args: { title: 'Could not load', message: 'Network Error', onRetry: () => undefined },
}
export const RequestId: Story = {
  args: {
    message: 'Something went wrong on our side.',
    requestId: '01J5Z8Q6Y3K4M7N9P2R5T8V1W3',
    onRetry: () => undefined,
  },
}

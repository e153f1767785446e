import type { Meta, StoryObj } from '@storybook/react-vite'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { notRequested } from '../lib/request-status.ts'
import { LoadStatus } from './load-status.tsx'

const requested = { ...notRequested, isRequested: true }
const loading = { ...requested, isPending: true, isFirstLoad: true }

const meta = {
  title: 'Specified/LoadStatus',
  component: LoadStatus,
  args: { status: notRequested, children: 'Here it is.' },
} satisfies Meta<typeof LoadStatus>
export default meta
type Story = StoryObj<typeof meta>

export const Uninitialized: Story = { args: { uninitialized: <EmptyState title="Ask for it first" /> } }
export const Loading: Story = { args: { status: loading } }
export const LoadingWithSkeleton: Story = { args: { status: loading, loading: <Skeleton lines={4} /> } }
export const Failed: Story = {
  args: { status: { ...requested, isError: true, errorMessage: 'Network Error' }, onRetry: () => undefined },
}

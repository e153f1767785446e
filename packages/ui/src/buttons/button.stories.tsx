import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { notRequested, type RequestStatus } from '../lib/request-status.ts'
import { Button } from './button.tsx'

const meta = {
  title: 'Actions/Button',
  component: Button,
  args: { children: 'Save Workspace' },
} satisfies Meta<typeof Button>
export default meta
type Story = StoryObj<typeof meta>

const tones = ['neutral', 'accent', 'success', 'warning', 'danger'] as const
const variants = ['solid', 'outline', 'soft', 'ghost'] as const
const sizes = ['xs', 'sm', 'md'] as const

export const Default: Story = {}

export const TonesAndVariants: Story = {
  render: () => (
    <div className="flex flex-col gap-3">
      {variants.map((variant) => (
        <div key={variant} className="flex flex-wrap gap-3">
          {tones.map((tone) => (
            <Button key={tone} tone={tone} variant={variant}>
              {`${tone} ${variant}`}
            </Button>
          ))}
        </div>
      ))}
    </div>
  ),
}

export const Sizes: Story = {
  render: () => (
    <div className="flex flex-wrap items-center gap-3">
      {sizes.map((size) => (
        <Button key={size} size={size} tone="accent" icon="plus">
          {`Size ${size}`}
        </Button>
      ))}
    </div>
  ),
}

export const WithIcons: Story = { args: { icon: 'settings', iconRight: 'chevron--down' } }

export const Disabled: Story = { args: { isDisabled: true } }

export const DisabledWithReason: Story = {
  args: { isDisabled: true, disabledReason: 'Only the owner may change this workspace.' },
}

export const Loading: Story = { args: { isLoading: true, tone: 'accent' } }

export const LoadingWithItsOwnText: Story = {
  args: { isLoading: true, loadingText: 'Saving your profile...', tone: 'accent' },
}

const pending: RequestStatus = { ...notRequested, isRequested: true, isPending: true, isFirstLoad: true }
const succeeded: RequestStatus = { ...notRequested, isRequested: true, isSuccess: true }

function Saving() {
  const [status, setStatus] = useState(notRequested)
  function save() {
    setStatus(pending)
    setTimeout(() => setStatus(succeeded), 1200)
  }
  return (
    <Button tone="accent" requestStatus={status} onPress={save} successText="Updated your profile!">
      Save
    </Button>
  )
}

export const DrivenByARequest: Story = { render: () => <Saving /> }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect } from 'react'
import { Button } from '../buttons/button.tsx'
import { showToast, toastQueue } from '../lib/toast-queue.ts'
import { Toasts } from './toasts.tsx'

const meta = { title: 'Status/Toasts', component: Toasts } satisfies Meta<typeof Toasts>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  render: () => (
    <div className="flex gap-2">
      <Button onPress={() => showToast('Token copied!', { tone: 'success' })}>Success</Button>
      <Button onPress={() => showToast('Network Error', { tone: 'danger' })}>Error</Button>
      <Toasts />
    </div>
  ),
}

function Shown() {
  useEffect(() => {
    showToast('Invitation sent', {
      tone: 'success',
      description: 'It is valid for 14 days.',
      timeoutMs: 600_000,
    })
    showToast('Your trial ends tomorrow', { tone: 'warning', timeoutMs: 600_000 })
    showToast('ada@example.com is quarantined', {
      action: { label: 'Undo', onPress: () => {} },
      timeoutMs: 600_000,
    })
    showToast('Saving failed', { tone: 'danger', description: 'Network Error' })
    return () => toastQueue.clear()
  }, [])
  return <Toasts />
}

export const Tones: Story = { render: () => <Shown /> }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { CopyButton } from '../buttons/copy-button.tsx'
import { Modal, type ModalSize } from './modal.tsx'

const meta = {
  title: 'Overlays/Modal',
  component: Modal,
  args: { title: 'Token Generated', isOpen: false },
} satisfies Meta<typeof Modal>
export default meta
type Story = StoryObj<typeof meta>

export const Open: Story = {
  args: {
    isOpen: true,
    size: 'lg',
    description: 'We are only showing you the value of this token once. Store it somewhere secure, please.',
    footer: <CopyButton text="eyJhbGciOiJFUzI1NiJ9">Copy to clipboard</CopyButton>,
    children: (
      <code className="font-mono text-sm">eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyIn0.c2lnbmF0dXJl</code>
    ),
  },
}

const sizes = ['sm', 'md', 'lg', 'xl', '2xl', '3xl', '4xl', '5xl', '6xl', '7xl'] as const

function SizeChoice() {
  const [size, setSize] = useState<ModalSize>()
  return (
    <div className="flex flex-wrap gap-2">
      {sizes.map((each) => (
        <Button key={each} onPress={() => setSize(each)}>
          {each}
        </Button>
      ))}
      <Modal
        title={`Size ${size}`}
        size={size}
        isOpen={size !== undefined}
        onOpenChange={() => setSize(undefined)}
        footer={
          <Button tone="accent" onPress={() => setSize(undefined)}>
            Done
          </Button>
        }
      >
        As wide as it is asked to be, never wider than the window.
      </Modal>
    </div>
  )
}

export const Sizes: Story = { render: () => <SizeChoice /> }

export const MustBeAnswered: Story = {
  args: {
    title: 'Please refresh your browser',
    children: 'A newer version is available.',
    isOpen: true,
    isDismissable: false,
    role: 'alertdialog',
    size: 'sm',
    footer: <Button tone="accent">Refresh</Button>,
  },
}

export const LongContent: Story = {
  args: {
    title: 'Terms of service',
    isOpen: true,
    children: <p className="whitespace-pre-line">{'A paragraph of a long text.\n\n'.repeat(40)}</p>,
    footer: <Button tone="accent">I have read and agree</Button>,
  },
}

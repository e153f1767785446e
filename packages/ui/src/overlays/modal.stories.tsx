import type { Meta, StoryObj } from '@storybook/react-vite'
import { Button } from '../buttons/button.tsx'
import { CopyButton } from '../buttons/copy-button.tsx'
import { Modal } from './modal.tsx'

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

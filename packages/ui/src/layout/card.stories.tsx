import type { Meta, StoryObj } from '@storybook/react-vite'
import { Button } from '../buttons/button.tsx'
import { Pill } from '../data/pill.tsx'
import { Card } from './card.tsx'

const meta = { title: 'Layout/Card', component: Card } satisfies Meta<typeof Card>
export default meta
type Story = StoryObj<typeof meta>

export const Plain: Story = { args: { children: 'Anything that belongs together.' } }

export const Full: Story = {
  args: {
    title: 'Notifications',
    description: 'What we write to you about, and when.',
    actions: <Pill tone="success">On</Pill>,
    children: 'A summary arrives every Monday morning.',
    footer: <Button>Change</Button>,
  },
}

export const Danger: Story = { args: { tone: 'danger', title: 'Delete everything' } }

export const Interactive: Story = {
  args: { isInteractive: true, children: <a href="#card">Answers the pointer and the keyboard</a> },
}

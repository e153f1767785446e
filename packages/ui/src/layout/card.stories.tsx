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

export const Danger: Story = {
  args: {
    tone: 'danger',
    title: 'Delete everything',
    description: 'What is gone is gone.',
    footer: <Button tone="danger">Delete</Button>,
  },
}

export const Interactive: Story = {
  args: { isInteractive: true, children: <a href="#card">Answers the pointer and the keyboard</a> },
}

export const Paddings: Story = {
  render: () => (
    <div className="grid gap-4">
      {(['none', 'sm', 'md', 'lg'] as const).map((padding) => (
        <Card key={padding} padding={padding} title={`Padding ${padding}`} headingLevel={3}>
          Body
        </Card>
      ))}
    </div>
  ),
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { Button } from '../buttons/button.tsx'
import { StatusBox } from './status-box.tsx'

const meta = {
  title: 'Display/StatusBox',
  component: StatusBox,
  args: { children: 'A sentence about how things stand.' },
} satisfies Meta<typeof StatusBox>
export default meta
type Story = StoryObj<typeof meta>

export const Tones: Story = {
  render: (args) => (
    <div className="flex flex-col gap-2">
      {(['neutral', 'accent', 'success', 'warning', 'danger'] as const).map((tone) => (
        <StatusBox key={tone} {...args} tone={tone} />
      ))}
    </div>
  ),
}
export const Titled: Story = {
  args: { tone: 'warning', title: 'Not yet verified', actions: <Button size="xs">Send again</Button> },
}

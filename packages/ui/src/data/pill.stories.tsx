import type { Meta, StoryObj } from '@storybook/react-vite'
import { Pill } from './pill.tsx'

const meta = { title: 'Display/Pill', component: Pill, args: { children: 'Default' } } satisfies Meta<
  typeof Pill
>
export default meta
type Story = StoryObj<typeof meta>

export const Tones: Story = {
  render: () => (
    <div className="flex gap-3">
      {(['neutral', 'accent', 'success', 'warning', 'danger'] as const).map((tone) => (
        <Pill key={tone} tone={tone}>
          {tone}
        </Pill>
      ))}
    </div>
  ),
}

export const TooLong: Story = {
  render: () => (
    <div className="w-32">
      <Pill size="md">A name that is longer than its room</Pill>
    </div>
  ),
}

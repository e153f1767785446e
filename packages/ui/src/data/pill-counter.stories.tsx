import type { Meta, StoryObj } from '@storybook/react-vite'
import { Inline } from '../layout/inline.tsx'
import { PillCounter } from './pill-counter.tsx'

const meta = {
  title: 'Display/PillCounter',
  component: PillCounter,
  args: { count: 3, label: 'messages' },
} satisfies Meta<typeof PillCounter>
export default meta
type Story = StoryObj<typeof meta>

export const One: Story = {}
export const AboveMaximum: Story = { args: { count: 1200, max: 99 } }
export const Tones: Story = {
  render: () => (
    <Inline>
      {(['neutral', 'accent', 'success', 'warning', 'danger'] as const).map((tone) => (
        <PillCounter key={tone} tone={tone} count={12} />
      ))}
      <PillCounter size="sm" count={4} />
    </Inline>
  ),
}

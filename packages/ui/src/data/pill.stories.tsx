import type { Meta, StoryObj } from '@storybook/react-vite'
import Star from 'lucide-react/icons/star'
import { Inline } from '../layout/inline.tsx'
import { Pill } from './pill.tsx'

const meta = { title: 'Display/Pill', component: Pill, args: { children: 'Default' } } satisfies Meta<
  typeof Pill
>
export default meta
type Story = StoryObj<typeof meta>

const tones = ['neutral', 'accent', 'success', 'warning', 'danger'] as const

export const Tones: Story = {
  render: () => (
    <Inline>
      {tones.map((tone) => (
        <Pill key={tone} tone={tone}>
          {tone}
        </Pill>
      ))}
    </Inline>
  ),
}

export const Medium: Story = {
  render: () => (
    <Inline>
      {tones.map((tone) => (
        <Pill key={tone} tone={tone} size="md" icon={<Star aria-hidden="true" />}>
          {tone}
        </Pill>
      ))}
    </Inline>
  ),
}

export const TooLong: Story = {
  render: () => (
    <div className="w-32">
      <Pill>A name that is longer than its room</Pill>
    </div>
  ),
}

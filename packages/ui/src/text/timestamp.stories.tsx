import type { Meta, StoryObj } from '@storybook/react-vite'
import { Timestamp } from './timestamp.tsx'

const past = '2024-08-03T09:03:07'

const meta = {
  title: 'Display/Timestamp',
  component: Timestamp,
  args: { date: past },
  decorators: [(Story) => <div className="text-base text-content">{Story()}</div>],
} satisfies Meta<typeof Timestamp>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}
export const Today: Story = { render: () => <Timestamp date={Date.now()} /> }
export const Sizes: Story = {
  render: () => (
    <div className="flex flex-col gap-2">
      <Timestamp date={past} size="mini" />
      <Timestamp date={past} />
      <Timestamp date={past} size="extended" />
    </div>
  ),
}
export const Relative: Story = { args: { isRelative: true } }
export const WithoutTooltip: Story = { args: { hasTooltip: false } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { Truncate } from './truncate.tsx'

const long =
  'A sentence that goes on for longer than anybody would care to read in a narrow column, and then some more of it, so that five lines are not enough for all of it even when the column is as wide as this one happens to be.'

const meta = {
  title: 'Display/Truncate',
  component: Truncate,
  args: { children: long },
  decorators: [(Story) => <div className="w-56 text-base text-content">{Story()}</div>],
} satisfies Meta<typeof Truncate>
export default meta
type Story = StoryObj<typeof meta>

export const OneLine: Story = {}
export const ThreeLines: Story = { args: { lineClamp: 3 } }
export const Expandable: Story = { args: { lineClamp: 2, isExpandable: true } }
export const Fits: Story = { args: { children: 'Short' } }

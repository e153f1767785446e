import type { Meta, StoryObj } from '@storybook/react-vite'
import { JsonTree } from './json-tree.tsx'

const meta = {
  title: 'Display/JsonTree',
  component: JsonTree,
  args: {
    label: 'Reply',
    value: {
      id: '01J5Z8Q6Y3',
      isActive: true,
      retries: 3,
      endedAt: null,
      owner: { name: 'Ada', tags: ['first', 'second'] },
      nothing: [],
    },
  },
} satisfies Meta<typeof JsonTree>
export default meta
type Story = StoryObj<typeof meta>

export const OneLevel: Story = {}
export const Deep: Story = { args: { defaultDepth: 3 } }
export const Scalar: Story = { args: { value: 'only text' } }
export const ThousandEntries: Story = {
  decorators: [(Story) => <div className="h-60 overflow-auto">{Story()}</div>],
  args: { value: Array.from({ length: 1000 }, (_, index) => index) },
}

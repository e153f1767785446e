import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { SegmentedControl, type SegmentedControlProps } from './segmented-control.tsx'

const options = [
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '1y', label: '1 year' },
]

const meta = {
  title: 'Actions/SegmentedControl',
  component: SegmentedControl,
  args: { label: 'Common expirations', options, value: '30d', onChange: () => {} },
  render: (args) => <Example {...args} />,
} satisfies Meta<typeof SegmentedControl>
export default meta
type Story = StoryObj<typeof meta>

function Example(props: SegmentedControlProps<string>) {
  const [value, setValue] = useState(props.value)
  return <SegmentedControl {...props} value={value} onChange={setValue} />
}

export const Selected: Story = {}
export const Disabled: Story = { args: { isDisabled: true } }

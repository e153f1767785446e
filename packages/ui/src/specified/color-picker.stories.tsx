import type { Meta, StoryObj } from '@storybook/react-vite'
import { ColorPicker } from './color-picker.tsx'

const meta = {
  title: 'Specified/ColorPicker',
  component: ColorPicker,
  args: { label: 'Color' },
} satisfies Meta<typeof ColorPicker>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}
export const HalfTransparent: Story = { args: { value: '#d0232a80' } }

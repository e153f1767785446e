import type { Meta, StoryObj } from '@storybook/react-vite'
import { ProgressBar } from './progress-bar.tsx'

const meta = {
  title: 'Status/ProgressBar',
  component: ProgressBar,
  args: { label: 'Uploading' },
} satisfies Meta<typeof ProgressBar>
export default meta
type Story = StoryObj<typeof meta>

export const HalfWay: Story = { args: { value: 50 } }
export const Indeterminate: Story = { args: { label: 'Signing you in', isLabelHidden: true } }
export const Done: Story = { args: { value: 3, max: 3, tone: 'success' } }

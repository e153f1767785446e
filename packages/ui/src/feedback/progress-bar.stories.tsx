import type { Meta, StoryObj } from '@storybook/react-vite'
import { ProgressBar } from './progress-bar.tsx'

const meta = {
  title: 'Status/ProgressBar',
  component: ProgressBar,
  args: { label: 'Uploading', value: 1, max: 2 },
} satisfies Meta<typeof ProgressBar>
export default meta

export const HalfWay: StoryObj<typeof meta> = {}
export const Done: StoryObj<typeof meta> = { args: { value: 2, tone: 'success' } }

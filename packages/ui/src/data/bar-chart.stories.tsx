import type { Meta, StoryObj } from '@storybook/react-vite'
import { BarChart } from './bar-chart.tsx'

const days = (count: number) =>
  Array.from({ length: count }, (_, day) => ({
    label: new Date(Date.UTC(2024, 7, 1 + day)).toISOString().slice(0, 10),
    value: Math.round(40 + 30 * Math.sin(day / 3) + (day % 7 > 4 ? -20 : 10)),
  }))

const meta = {
  title: 'Content/BarChart',
  component: BarChart,
  args: { label: 'Signups by day', labelHeader: 'Day', valueHeader: 'Signups', bars: days(30) },
} satisfies Meta<typeof BarChart>
export default meta
type Story = StoryObj<typeof meta>

export const Month: Story = {}
export const TwoYears: Story = { args: { bars: days(731) } }

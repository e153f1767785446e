import type { Meta, StoryObj } from '@storybook/react-vite'
import { PillCounter } from './pill-counter.tsx'

const meta = {
  title: 'Display/PillCounter',
  component: PillCounter,
  args: { count: 3, label: 'message' },
} satisfies Meta<typeof PillCounter>
export default meta

export const One: StoryObj<typeof meta> = {}
export const AboveMaximum: StoryObj<typeof meta> = { args: { count: 1200, max: 99, size: 'sm' } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { Skeleton } from './skeleton.tsx'

const meta = { title: 'Display/Skeleton', component: Skeleton } satisfies Meta<typeof Skeleton>
export default meta
type Story = StoryObj<typeof meta>

export const Line: Story = { args: { className: 'w-48' } }
export const Paragraph: Story = { args: { lines: 4 } }
export const Block: Story = { args: { shape: 'block' } }

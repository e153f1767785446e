import type { Meta, StoryObj } from '@storybook/react-vite'
import { ThemeToggle } from './theme-toggle.tsx'

const meta = { title: 'Actions/ThemeToggle', component: ThemeToggle } satisfies Meta<typeof ThemeToggle>
export default meta

export const Default: StoryObj<typeof meta> = {}

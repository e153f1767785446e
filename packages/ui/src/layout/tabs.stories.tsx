import type { Meta, StoryObj } from '@storybook/react-vite'
import { Tabs } from './tabs.tsx'

const meta = {
  title: 'Layout/Tabs',
  component: Tabs,
  args: {
    label: 'Workspace',
    items: [
      { label: 'Settings', content: <p>The settings.</p> },
      { label: 'Members', content: <p>The members.</p> },
    ],
  },
} satisfies Meta<typeof Tabs>
export default meta

export const Default: StoryObj<typeof meta> = {}

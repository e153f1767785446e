import type { Meta, StoryObj } from '@storybook/react-vite'
import { Tabs } from './tabs.tsx'

const meta = {
  title: 'Layout/Tabs',
  component: Tabs,
  args: {
    label: 'Workspace',
    items: [
      { id: 'settings', label: 'Settings', icon: 'settings', content: <p>The settings.</p> },
      { id: 'members', label: 'Members', icon: 'users', content: <p>The members.</p> },
      { id: 'billing', label: 'Billing', content: <p>The bills.</p>, isDisabled: true },
      { id: 'tokens', label: 'API Tokens', content: <p>The tokens.</p> },
    ],
  },
} satisfies Meta<typeof Tabs>
export default meta

export const Default: StoryObj<typeof meta> = {}

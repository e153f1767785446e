import type { Meta, StoryObj } from '@storybook/react-vite'
import { Toggle } from './toggle.tsx'

const meta = {
  title: 'Forms/Toggle',
  component: Toggle,
  args: { children: 'Show hidden workspaces' },
} satisfies Meta<typeof Toggle>
export default meta
type Story = StoryObj<typeof meta>

export const Off: Story = {}
export const On: Story = { args: { defaultSelected: true } }
export const Small: Story = { args: { defaultSelected: true, size: 'sm' } }
export const WithDescription: Story = {
  args: { description: 'Hidden workspaces stay yours; they are only not listed.' },
}
export const Disabled: Story = { args: { isDisabled: true, defaultSelected: true } }

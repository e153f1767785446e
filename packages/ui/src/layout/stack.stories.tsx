import type { Meta, StoryObj } from '@storybook/react-vite'
import { Card } from './card.tsx'
import { Stack } from './stack.tsx'

const boxes = ['One', 'Two', 'Three'].map((name) => (
  <Card key={name} padding="sm">
    {name}
  </Card>
))

const meta = { title: 'Layout/Stack', component: Stack, args: { children: boxes } } satisfies Meta<
  typeof Stack
>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}
export const Dividers: Story = { args: { hasDividers: true, spacing: 'sm' } }
export const Centered: Story = { args: { align: 'center' } }
export const List: Story = { args: { as: 'ul', hasDividers: true } }
export const Responsive: Story = {
  args: { spacing: { mobile: '2xs', tablet: 'sm', desktop: 'lg', wide: 'xl', huge: '3xl' } },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { Card } from './card.tsx'
import { Tiles } from './tiles.tsx'

const cards = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((name) => (
  <Card key={name} padding="sm">
    {name}
  </Card>
))

const meta = { title: 'Layout/Tiles', component: Tiles, args: { children: cards } } satisfies Meta<
  typeof Tiles
>
export default meta
type Story = StoryObj<typeof meta>

export const FourColumns: Story = { args: { columns: 4 } }
export const List: Story = { args: { as: 'ul', columns: 3 } }
export const Responsive: Story = {
  args: {
    columns: { mobile: 1, tablet: 2, desktop: 3, wide: 4, huge: 6 },
    spacing: { mobile: 'xs', wide: 'lg' },
  },
}

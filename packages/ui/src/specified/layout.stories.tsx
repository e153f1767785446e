import type { Meta, StoryObj } from '@storybook/react-vite'
import { Card } from '../layout/card.tsx'
import { Inline, Stack, Tiles } from './layout.tsx'

const boxes = ['One', 'Two', 'Three', 'Four'].map((name) => <Card key={name}>{name}</Card>)

const meta = { title: 'Specified/Layout', component: Stack, args: { children: boxes } } satisfies Meta<
  typeof Stack
>
export default meta
type Story = StoryObj<typeof meta>

export const Stacked: Story = { args: { spacing: { mobile: '2xs', desktop: 'lg', huge: '3xl' } } }
export const SideBySide: Story = { render: () => <Inline align="between">{boxes}</Inline> }
export const Grid: Story = {
  render: () => <Tiles columns={{ mobile: 1, tablet: 2, desktop: 4 }}>{boxes}</Tiles>,
}

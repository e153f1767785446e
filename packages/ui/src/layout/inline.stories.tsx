import type { Meta, StoryObj } from '@storybook/react-vite'
import { Pill } from '../data/pill.tsx'
import { Inline } from './inline.tsx'

const pills = ['One', 'Two', 'Three', 'Four'].map((name) => <Pill key={name}>{name}</Pill>)

const meta = { title: 'Layout/Inline', component: Inline, args: { children: pills } } satisfies Meta<
  typeof Inline
>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}
export const Between: Story = { args: { align: 'between' } }
export const Right: Story = { args: { align: 'right', spacing: 'lg' } }
export const CollapsesBelowDesktop: Story = { args: { collapseBelow: 'desktop' } }
export const List: Story = { args: { as: 'ul' } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { iconSet } from '../lib/icon-set.ts'
import { Icon } from './icon.tsx'

const meta = { title: 'Display/Icon', component: Icon, args: { name: 'settings' } } satisfies Meta<
  typeof Icon
>
export default meta
type Story = StoryObj<typeof meta>

export const All: Story = {
  render: () => (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-4">
      {Object.keys(iconSet).map((name) => (
        <li key={name} className="flex items-center gap-2 text-xs text-content-muted">
          <Icon name={name} className="text-content" />
          {name}
        </li>
      ))}
    </ul>
  ),
}

export const Sizes: Story = {
  render: () => (
    <div className="flex items-end gap-4 text-2xl">
      {(['2xs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl', 'inherit', 'none'] as const).map((size) => (
        <Icon key={size} name="star" size={size} label={size} />
      ))}
      <span className="size-16">
        <Icon name="star" size="full" label="full" />
      </span>
    </div>
  ),
}

export const Turned: Story = {
  render: () => (
    <div className="flex gap-4">
      {(['up', 'up-right', 'right', 'down-right', 'down', 'down-left', 'left', 'up-left'] as const).map(
        (turn) => (
          <Icon key={turn} name={`arrow--${turn}`} label={turn} />
        ),
      )}
    </div>
  ),
}

export const Spinning: Story = {
  render: () => (
    <div className="flex gap-4">
      <Icon name="loader" label="loader" />
      <Icon name="refresh-active" label="refresh-active" />
      <Icon name="refresh-carbon-active" label="refresh-carbon-active" />
    </div>
  ),
}

export const UnknownName: Story = { args: { name: 'no-such-icon', label: 'unknown' } }

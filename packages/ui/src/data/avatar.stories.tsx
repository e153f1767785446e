import type { Meta, StoryObj } from '@storybook/react-vite'
import { Avatar } from './avatar.tsx'

const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#2f6fe8"/><circle cx="4" cy="3.4" r="1.6" fill="#fff"/><path d="M0 9a4 3.4 0 0 1 8 0" fill="#fff"/></svg>',
)}`

const meta = { title: 'Display/Avatar', component: Avatar, args: { name: 'Ada Lovelace' } } satisfies Meta<
  typeof Avatar
>
export default meta
type Story = StoryObj<typeof meta>

export const Initials: Story = {}
export const Picture: Story = { args: { src: picture } }
export const Sizes: Story = {
  render: (args) => (
    <div className="flex items-center gap-3">
      {(['sm', 'xl'] as const).map((size) => (
        <Avatar key={size} {...args} size={size} />
      ))}
    </div>
  ),
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { TextLink } from './text-link.tsx'

const meta = {
  title: 'Actions/TextLink',
  component: TextLink,
  args: { href: '#here', children: 'click here' },
} satisfies Meta<typeof TextLink>
export default meta
type Story = StoryObj<typeof meta>

export const InASentence: Story = {
  render: (args) => (
    <p>
      If nothing happens, <TextLink {...args} /> to continue.
    </p>
  ),
}
export const Quiet: Story = { args: { look: 'quiet', children: 'Legal' } }
export const NewTab: Story = { args: { isNewTab: true, children: 'Documentation' } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { Button } from '../buttons/button.tsx'
import { DropdownMenu } from './dropdown-menu.tsx'

const meta = {
  title: 'Overlays/DropdownMenu',
  component: DropdownMenu,
  args: {
    trigger: <Button iconRight="chevron--down">Menu</Button>,
    items: [
      { label: 'Settings', icon: 'settings', href: '#settings' },
      { label: 'Role', icon: 'users', items: [{ label: 'Approver' }, { label: 'Collaborator' }] },
      {
        section: 'Elsewhere',
        items: [
          { label: 'Documentation with a name that is too long for one line', icon: 'key' },
          { label: 'Get a link', icon: 'link', disabledReason: 'Expired. Resend it first' },
          { label: 'Delete Workspace', icon: 'trash', isDanger: true },
        ],
      },
    ],
  },
} satisfies Meta<typeof DropdownMenu>
export default meta

export const Default: StoryObj<typeof meta> = {}

export const WithLinks: StoryObj<typeof meta> = {
  args: {
    links: {
      label: 'Your account',
      links: [
        { label: 'Security', icon: 'shield', href: '#security' },
        { label: 'My tokens', icon: 'key', href: '#tokens' },
      ],
    },
  },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { DropdownMenu } from './dropdown-menu.tsx'
import { DropdownMenuItem } from './dropdown-menu-item.tsx'
import { DropdownMenuSection } from './dropdown-menu-section.tsx'
import { DropdownSubmenu } from './dropdown-submenu.tsx'

const items = (
  <>
    <DropdownMenuSection label="Workspace">
      <DropdownMenuItem icon="settings" href="#settings">
        Settings
      </DropdownMenuItem>
      <DropdownMenuItem icon="key" description="For automation" shortcut="T">
        API Tokens
      </DropdownMenuItem>
      <DropdownSubmenu icon="users" label="Role">
        <DropdownMenuItem>Approver</DropdownMenuItem>
        <DropdownMenuItem isChecked>Collaborator</DropdownMenuItem>
        <DropdownSubmenu label="More">
          <DropdownMenuItem>Observer</DropdownMenuItem>
        </DropdownSubmenu>
      </DropdownSubmenu>
    </DropdownMenuSection>
    <DropdownMenuSection title="Elsewhere" hasLine>
      <DropdownMenuItem icon="book" href="https://example.com" isNewTab>
        Documentation with a name that is too long for one line
      </DropdownMenuItem>
      <DropdownMenuItem icon="star" isDisabled>
        Set Favourite
      </DropdownMenuItem>
      <DropdownMenuItem icon="trash" tone="danger">
        Delete Workspace
      </DropdownMenuItem>
    </DropdownMenuSection>
  </>
)

const meta = {
  title: 'Overlays/DropdownMenu',
  component: DropdownMenu,
  args: { trigger: <Button iconRight="chevron--down">Menu</Button>, children: items },
} satisfies Meta<typeof DropdownMenu>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}
export const Open: Story = { args: { isOpen: true } }
export const FromAnIcon: Story = {
  args: { trigger: <IconButton icon="dots-vertical" label="Workspace menu" />, placement: 'bottom end' },
}

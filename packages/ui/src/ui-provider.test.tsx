import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from './buttons/button.tsx'
import { LinkButton } from './buttons/link-button.tsx'
import { DropdownMenu } from './menus/dropdown-menu.tsx'
import { DropdownMenuItem } from './menus/dropdown-menu-item.tsx'
import { UiProvider } from './ui-provider.tsx'

describe('UiProvider', () => {
  it('follows links and menu items through the router', async () => {
    const navigate = vi.fn()
    const screen = await render(
      <UiProvider navigate={navigate}>
        <LinkButton href="/billing">Billing</LinkButton>
        <DropdownMenu trigger={<Button>Menu</Button>}>
          <DropdownMenuItem href="/profile">Profile</DropdownMenuItem>
        </DropdownMenu>
      </UiProvider>,
    )
    await screen.getByRole('link', { name: 'Billing' }).click()
    expect(navigate.mock.lastCall?.[0]).toBe('/billing')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('menuitem', { name: 'Profile' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(navigate.mock.lastCall?.[0]).toBe('/profile')
  })
})

import { RouterProvider } from 'react-aria-components'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../buttons/button.tsx'
import { movePointer } from '../testing/move-pointer.ts'
import { settle, settleUntil } from '../testing/settle.ts'
import { DropdownMenu } from './dropdown-menu.tsx'

async function renderMenu() {
  const onAction = vi.fn()
  const screen = await render(
    <div style={{ paddingLeft: 100 }}>
      <p>elsewhere</p>
      <DropdownMenu
        trigger={<Button>Menu</Button>}
        placement="bottom start"
        items={[
          { label: 'Settings', onAction: () => onAction('settings') },
          {
            label: 'Role',
            items: [
              { label: 'Approver', onAction: () => onAction('approver') },
              { label: 'Collaborator', onAction: () => onAction('collaborator') },
            ],
          },
          { label: 'Locked', disabledReason: 'Owners only' },
          { label: 'A very long name '.repeat(10), onAction: () => onAction('long') },
        ]}
      />
    </div>,
  )
  const item = (name: string | RegExp) => screen.getByRole('menuitem', { name })
  const isSubmenuOpen = () => item('Approver').query() !== null
  return { screen, onAction, item, isSubmenuOpen }
}

/**
 * Opens the menu with a click and the submenu by hovering, then starts a fake clock. The real pointer stays on the button.
 * If it were over the item, the browser would dispatch pointer events after each layout and keep the submenu open.
 */
async function hoverIntoSubmenu() {
  const menu = await renderMenu()
  await menu.screen.getByText('elsewhere').hover()
  const button = menu.screen.getByRole('button', { name: 'Menu' })
  const from = button.element()
  await button.click()
  await expect.element(menu.item('Settings')).toBeVisible()
  movePointer(from, menu.item('Settings').element())
  movePointer(menu.item('Settings').element(), menu.item('Role').element())
  await expect.element(menu.item('Approver')).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return menu
}

/** Moves the pointer and waits in real time until React has handled the event and started the close timer. */
async function leave(from: Element, to: Element) {
  const timers = vi.getTimerCount()
  movePointer(from, to)
  await settleUntil(() => vi.getTimerCount() > timers)
}

async function pass(durationMs: number) {
  await settle()
  vi.advanceTimersByTime(durationMs)
  await settle()
}

describe('DropdownMenu', () => {
  it('opens, selects a submenu item, closes and restores the focus by keyboard alone', async () => {
    const { screen, onAction, item } = await renderMenu()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(item('Settings')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    await expect.element(item('Approver')).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(item('Role')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(item('Approver')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(onAction).toHaveBeenCalledExactlyOnceWith('collaborator')
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Menu' })).toHaveFocus()
  })

  it('opens with the down arrow key, focuses items by their first letter and closes with Escape', async () => {
    const { screen, item } = await renderMenu()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(item('Settings')).toHaveFocus()
    await userEvent.keyboard('a')
    await expect.element(item(/^A very long name/)).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Menu' })).toHaveFocus()
  })

  it('closes a submenu immediately with the left arrow key', async () => {
    const { item, isSubmenuOpen } = await hoverIntoSubmenu()
    await userEvent.keyboard('{ArrowRight}')
    await userEvent.keyboard('{ArrowLeft}')
    await settleUntil(() => !isSubmenuOpen())
    await expect.element(item('Role')).toHaveFocus()
  })

  it('opens a submenu on hover and closes it 300 ms after the pointer moves to another item', async () => {
    const { item, isSubmenuOpen } = await hoverIntoSubmenu()
    await leave(item('Role').element(), item('Settings').element())
    await pass(299)
    expect(isSubmenuOpen()).toBe(true)
    await pass(1)
    await settleUntil(() => !isSubmenuOpen())
  })

  it('closes a submenu 300 ms after the pointer leaves the menus', async () => {
    const { item, isSubmenuOpen } = await hoverIntoSubmenu()
    await leave(item('Role').element(), document.body)
    await pass(299)
    expect(isSubmenuOpen()).toBe(true)
    await pass(1)
    await settleUntil(() => !isSubmenuOpen())
  })

  it('keeps a submenu open when the pointer returns within 300 ms', async () => {
    const { item, isSubmenuOpen } = await hoverIntoSubmenu()
    await leave(item('Role').element(), item('Settings').element())
    await pass(299)
    movePointer(item('Settings').element(), item('Approver').element())
    await pass(2000)
    expect(isSubmenuOpen()).toBe(true)
  })

  it('shows why an item is disabled, and ignores a press on it', async () => {
    const { screen, onAction, item } = await renderMenu()
    await screen.getByRole('button', { name: 'Menu' }).click()
    const locked = item('Locked Owners only')
    await expect.element(locked).toHaveAttribute('aria-disabled', 'true')
    await locked.click({ force: true })
    expect(onAction).not.toHaveBeenCalled()
  })

  it('follows a link through the router', async () => {
    const navigate = vi.fn()
    const screen = await render(
      <RouterProvider navigate={navigate}>
        <DropdownMenu trigger={<Button>Menu</Button>} items={[{ label: 'Profile', href: '/profile' }]} />
      </RouterProvider>,
    )
    await screen.getByRole('button', { name: 'Menu' }).click()
    await screen.getByRole('menuitem', { name: 'Profile' }).click()
    expect(navigate.mock.lastCall?.[0]).toBe('/profile')
  })

  it('has links beside its items, which Tab reaches, and closes when one is followed', async () => {
    const navigate = vi.fn()
    const screen = await render(
      <RouterProvider navigate={navigate}>
        <DropdownMenu
          trigger={<Button>Menu</Button>}
          links={{ label: 'Pages', links: [{ label: 'Security', icon: 'shield', href: '/security' }] }}
          items={[{ label: 'Profile', href: '/profile' }]}
        />
      </RouterProvider>,
    )
    const button = screen.getByRole('button', { name: 'Menu' })
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('menuitem', { name: 'Profile' })).toHaveFocus()
    await userEvent.tab({ shift: true })
    const link = screen.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Security' })
    await expect.element(link).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(navigate.mock.lastCall?.[0]).toBe('/security')
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
    await button.click()
    await link.click()
    expect(navigate).toHaveBeenCalledTimes(2)
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
  })

  it('is at most 280 px wide', async () => {
    const { screen } = await renderMenu()
    await screen.getByRole('button', { name: 'Menu' }).click()
    await expect.element(screen.getByRole('menu')).toBeVisible()
    expect(screen.getByRole('menu').element().getBoundingClientRect().width).toBe(280)
  })
})

import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { sectionsOf } from '../lib/layout/sections.ts'
import { workspace } from '../testing/people.ts'
import { renderApp } from '../testing/render-app.tsx'

const open = (path: string) =>
  renderApp(path, { prepare: (api) => api.reply(workspaces.read, workspace({ id: 'W1' })) })

describe('the keyboard shortcuts', () => {
  it('open a section with g and its letter, in the open workspace too', async () => {
    const { screen, address } = await open('/workspace/W1')
    await expect.element(screen.getByRole('button', { name: 'Save Workspace' })).toBeVisible()
    await userEvent.keyboard('gt')
    await expect.poll(address).toBe('/workspace/W1/tokens')
    await userEvent.keyboard('gb')
    await expect.poll(address).toBe('/billing')
    // No workspace is open.
    await userEvent.keyboard('gt')
    expect(address()).toBe('/billing')
  })

  it('are listed with ?, and have no effect while the list is open', async () => {
    const { screen, address } = await open('/workspace/W1')
    await expect.element(screen.getByRole('button', { name: 'Save Workspace' })).toBeVisible()
    await userEvent.keyboard('?')
    const list = screen.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect.element(list.getByText('Members')).toBeVisible()
    await userEvent.keyboard('gb')
    expect(address()).toBe('/workspace/W1')
    await userEvent.keyboard('{Escape}')
    await expect.element(list).not.toBeInTheDocument()
  })

  it('can be turned off in this browser, and on again in the list, which the palette opens', async () => {
    const openSettings = async () => {
      const app = await open('/workspace/W1')
      await expect.element(app.screen.getByRole('button', { name: 'Save Workspace' })).toBeVisible()
      return { ...app, list: app.screen.getByRole('dialog', { name: 'Keyboard shortcuts' }) }
    }
    const press = async (list: Locator) => {
      await list.getByRole('switch', { name: 'Use ? and g as shortcuts' }).click({ force: true })
      await userEvent.keyboard('{Escape}')
      await expect.element(list).not.toBeInTheDocument()
    }
    const before = await openSettings()
    await userEvent.keyboard('?')
    await press(before.list)
    await before.screen.unmount()

    const { screen, address, list } = await openSettings()
    await userEvent.keyboard('?gb')
    expect(list.query()).toBeNull()
    expect(address()).toBe('/workspace/W1')
    await userEvent.keyboard('{Control>}k{/Control}shortcuts')
    const entry = screen.getByRole('menuitem', { name: 'Keyboard shortcuts' })
    await expect.element(entry).toHaveTextContent('Keyboard shortcuts')
    await entry.click()
    await expect.element(list.getByText('Billing', { exact: true })).toBeVisible()
    const rowOf = (label: string) => list.getByText(label, { exact: true }).element().parentElement
    for (const label of ['Show shortcuts', 'Billing', 'Members'])
      expect(rowOf(label)).toHaveTextContent(`${label}Off`)
    expect(rowOf('Go to messages')).toHaveTextContent('Go to messagesF6')
    await press(list)
    await userEvent.keyboard('gb')
    await expect.poll(address).toBe('/billing')
  })

  it('are typed as text in a field', async () => {
    const { screen, address } = await open('/workspace/W1')
    const description = screen.getByLabelText('Description')
    await description.click()
    await userEvent.keyboard('?gb')
    await expect.element(description).toHaveValue('?gb')
    expect(screen.getByRole('dialog').query()).toBeNull()
    expect(address()).toBe('/workspace/W1')
  })

  it('have a letter of their own for each section', async () => {
    const { router } = await open('/profile')
    const letters = sectionsOf(router).flatMap(({ shortcut }) => shortcut ?? [])
    expect(letters.length).toBeGreaterThan(10)
    expect(new Set(letters).size).toBe(letters.length)
  })
})

import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

const many = Array.from({ length: 5_000 }, (_, at) =>
  workspace({ id: `W${at}`, displayName: `Number ${String(at).padStart(4, '0')}` }),
)

const open = () => renderApp('/workspaces', { prepare: (api) => api.reply(workspaces.list, many) })

it('A list of 50 workspaces renders all of them, so that find-in-page and print include them', async () => {
  const { screen } = await renderApp('/workspaces', {
    prepare: (api) => api.reply(workspaces.list, many.slice(0, 50)),
  })
  await expect.element(screen.getByRole('listitem', { name: 'Number 0001' })).toBeVisible()
  const cards = screen.getByRole('list', { name: 'Workspaces' }).getByRole('listitem')
  await expect.poll(() => cards.elements()).toHaveLength(51)
})

describe('thousands of workspaces', () => {
  it('render only rows near the viewport, and all can be reached by scrolling', async () => {
    const { screen } = await open()
    const cards = screen.getByRole('list', { name: 'Workspaces' }).getByRole('listitem')
    await expect.element(screen.getByRole('listitem', { name: 'Number 0001' })).toBeVisible()
    expect(cards.elements().length).toBeLessThan(80)
    await expect.element(cards.nth(1)).toHaveAttribute('aria-setsize', '5001')
    window.scrollTo(0, document.documentElement.scrollHeight)
    const last = screen.getByRole('listitem', { name: 'Number 4999' })
    await expect.element(last).toBeVisible()
    await expect.element(last).toHaveAttribute('aria-posinset', '5001')
    expect(cards.elements().length).toBeLessThan(80)
    window.scrollTo(0, 0)
  })

  it('are shown as rows in the list view, which is remembered', async () => {
    const { screen } = await open()
    await screen.getByRole('button', { name: 'List', exact: true }).click()
    const table = screen.getByRole('table', { name: 'Workspaces' })
    await expect.element(table).toHaveAttribute('aria-rowcount', '5001')
    await expect.element(table.getByRole('link', { name: 'Number 0003' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Create New Workspace' })).toBeVisible()
    expect(table.getByRole('row').elements().length).toBeLessThan(60)
    const again = await open()
    await expect.element(again.screen.getByRole('table', { name: 'Workspaces' }).first()).toBeVisible()
  })
})

import { workspaces } from '@portal/contract/workspaces/workspaces'
import { browserStorage } from '@portal/ui/lib/storage'
import { describe, expect, it } from 'vitest'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

const many = Array.from({ length: 5_000 }, (_, at) =>
  workspace({ id: `W${at}`, displayName: `Number ${String(at).padStart(4, '0')}` }),
)

const open = (list = many) => renderApp('/workspaces', { prepare: (api) => api.reply(workspaces.list, list) })

it('A list of 50 workspaces renders all of them, so that find-in-page and print include them', async () => {
  const { screen } = await open(many.slice(0, 50))
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

describe('13 workspaces', () => {
  const openedAt = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const thirteen = Array.from({ length: 13 }, (_, at) =>
    workspace({
      id: `M${at}`,
      displayName: `Number ${at}`,
      lastOpenedAt: at % 2 === 0 ? openedAt(20 - at) : null,
    }),
  )
  const recent = (screen: Awaited<ReturnType<typeof open>>['screen']) =>
    screen.getByRole('region', { name: 'Recently opened' })

  it('have the four that were opened last above them, except during a search', async () => {
    const { screen } = await open(thirteen)
    const links = recent(screen).getByRole('link')
    await expect.element(links.first()).toBeVisible()
    expect(links.elements().map(({ textContent }) => textContent)).toEqual([
      'Number 12',
      'Number 10',
      'Number 8',
      'Number 6',
    ])
    await screen.getByPlaceholder('Search workspaces...').fill('Number 1')
    await expect.element(recent(screen)).not.toBeInTheDocument()
  })

  it('have no such row if there are 12 or fewer', async () => {
    const { screen } = await open(thirteen.slice(0, 12))
    await expect.element(screen.getByRole('heading', { name: '12 Workspaces' })).toBeVisible()
    expect(recent(screen).query()).toBeNull()
  })

  it('are sorted by a column of the list view, and by the order of the list after a third press', async () => {
    browserStorage().setItem('SI-WORKSPACES-VIEW', 'list')
    const { screen } = await open(thirteen.slice(0, 4))
    const table = screen.getByRole('table', { name: 'Workspaces' })
    await expect.element(table).toBeVisible()
    const names = () =>
      table
        .getByRole('rowheader')
        .elements()
        .map((header) => header.querySelector('a')?.textContent?.replace('Number ', ''))
    const header = (name: string) => table.getByRole('columnheader', { name })
    const press = (name: string) => header(name).getByRole('button').click()
    expect(names()).toEqual(['0', '1', '2', '3'])
    await press('Name')
    await press('Name')
    await expect.poll(names).toEqual(['3', '2', '1', '0'])
    await expect.element(header('Name')).toHaveAttribute('aria-sort', 'descending')
    // The latest first, and those that were never opened last.
    await press('Last opened')
    await expect.poll(names).toEqual(['2', '0', '1', '3'])
    await press('Last opened')
    await expect.poll(names).toEqual(['0', '2', '1', '3'])
    await press('Last opened')
    await expect.poll(names).toEqual(['0', '1', '2', '3'])
    await expect.element(header('Last opened')).toHaveAttribute('aria-sort', 'none')
  })
})

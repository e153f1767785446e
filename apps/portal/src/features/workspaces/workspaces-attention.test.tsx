import { attention } from '@portal/contract/attention/attention'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { browserStorage } from '@portal/ui/lib/storage'
import { describe, expect, it } from 'vitest'
import type { FakeApi } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { attentionItem } from '../../testing/team.ts'

const list = [
  workspace({ id: 'W1', displayName: 'Production' }),
  workspace({ id: 'W2', displayName: 'Staging' }),
  workspace({ id: 'W3', displayName: 'Quiet' }),
  workspace({ id: 'W4', displayName: 'Unseen', isHidden: true }),
]
const items = [
  attentionItem({ workspaceId: 'W1', id: 'T1' }),
  attentionItem({ workspaceId: 'W1', id: 'T2' }),
  attentionItem({ workspaceId: 'W2', id: 'T3' }),
  attentionItem({ workspaceId: 'W4', id: 'T4' }),
]

const open = (prepare?: (api: FakeApi) => void) =>
  renderApp('/workspaces', {
    prepare: (api) => {
      api.reply(workspaces.list, list)
      api.reply(attention.list, items)
      prepare?.(api)
    },
  })

describe('what needs attention', () => {
  it('is counted above the list and on each card, without hidden workspaces', async () => {
    const { screen } = await open()
    const line = '3 things need attention in Production and Staging'
    await expect.element(screen.getByText(line)).toBeVisible()
    const link = screen.getByText(line).getByRole('link', { name: 'Staging' })
    await expect.element(link).toHaveAttribute('href', '/workspace/W2/overview')
    const card = (name: string) => screen.getByRole('listitem', { name })
    const pill = card('Production').getByRole('link', { name: '2 need attention in Production' })
    await expect.element(pill).toHaveAttribute('href', '/workspace/W1/overview')
    await expect
      .element(card('Staging').getByRole('link', { name: '1 needs attention in Staging' }))
      .toBeVisible()
    expect(
      card('Quiet')
        .getByText(/attention/)
        .query(),
    ).toBeNull()
    await screen.getByRole('switch', { name: 'Show hidden (1)' }).click({ force: true })
    await expect.element(screen.getByText(/^4 things need attention in/)).toBeVisible()
  })

  it('is counted in the rows of the list view', async () => {
    browserStorage().setItem('SI-WORKSPACES-VIEW', 'list')
    const { screen } = await open()
    const row = screen.getByRole('row').filter({ hasText: 'Staging' })
    await expect.element(row.getByRole('link', { name: '1 needs attention in Staging' })).toBeVisible()
  })

  it('takes no space if there is nothing, or if it does not load', async () => {
    const { screen } = await open((api) => api.refuse(attention.list, 'InternalError'))
    await expect.element(screen.getByRole('heading', { name: '3 Workspaces' })).toBeVisible()
    expect(screen.getByText(/attention/).query()).toBeNull()
    expect(screen.getByRole('alert').query()).toBeNull()
    expect(loggedFailures()).toHaveLength(1)
  })
})

describe('the skeleton of the list', () => {
  it.each(['grid', 'list'])('has the shape of the chosen view: %s', async (view) => {
    browserStorage().setItem('SI-WORKSPACES-VIEW', view)
    const { screen } = await open((api) => void api.hold(workspaces.list))
    const skeleton = screen.getByRole('status').filter({ hasText: 'Loading your workspaces...' })
    await expect.element(skeleton).toBeVisible()
    const columns = getComputedStyle(skeleton.element()).display
    expect(columns).toBe(view === 'grid' ? 'grid' : 'block')
  })
})

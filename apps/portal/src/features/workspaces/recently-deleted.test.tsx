import { type DeletedWorkspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

const gone: DeletedWorkspace = {
  id: 'W9',
  displayName: 'Scratch',
  deletedAt: '2025-01-01T12:00:00.000Z',
  restorableUntil: '2025-01-31T12:00:00.000Z',
}

const open = (list: DeletedWorkspace[]) =>
  renderApp('/workspaces', { prepare: (api) => api.reply(workspaces.listDeleted, list) })

describe('recently deleted workspaces', () => {
  it('can be restored to the list by their owner', async () => {
    const { screen, api } = await open([gone])
    await screen.getByRole('button', { name: /^Recently deleted/ }).click()
    const dialog = screen.getByRole('dialog', { name: 'Recently deleted' })
    await expect.element(dialog.getByText(/Restore it by January 31, 2025\.$/)).toBeVisible()
    api.reply(workspaces.restore, { workspaces: [workspace({ id: 'W9', displayName: 'Scratch' })] })
    await dialog.getByRole('button', { name: 'Restore Scratch' }).click()
    await expect.element(dialog.getByText('No workspaces to restore.')).toBeVisible()
    await expect.element(screen.getByText('“Scratch” is restored')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect.element(screen.getByRole('heading', { name: 'One Workspace' })).toBeVisible()
    await expect.element(screen.getByRole('listitem', { name: 'Scratch' })).toBeVisible()
  })

  it('are hidden while there are none', async () => {
    const { screen } = await open([])
    await expect.element(screen.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
    expect(screen.getByRole('button', { name: /^Recently deleted/ }).query()).toBeNull()
  })

  it('stay deleted once the restore period is over, with the reason', async () => {
    const { screen, api } = await open([gone])
    await screen.getByRole('button', { name: /^Recently deleted/ }).click()
    api.refuse(workspaces.restore, 'NotFound', { message: 'There is no such deleted workspace.' })
    await screen.getByRole('button', { name: 'Restore Scratch' }).click()
    await expect.element(screen.getByText('There is no such deleted workspace.')).toBeVisible()
    loggedFailures()
  })

  it('can be reloaded after a failure', async () => {
    const { screen, api } = await renderApp('/workspaces', {
      prepare: (api) => api.refuse(workspaces.listDeleted, 'DatabaseUnavailable', { message: 'Away' }),
    })
    await screen.getByRole('button', { name: 'Recently deleted' }).click()
    await expect.element(screen.getByText('Away')).toBeVisible()
    api.reply(workspaces.listDeleted, [gone])
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('listitem', { name: 'Scratch' })).toBeVisible()
    loggedFailures()
  })
})

import { members } from '@portal/contract/members/members'
import { tokens } from '@portal/contract/tokens/tokens'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { invited } from '../../testing/team.ts'
import { authToken, maxLifetimeMs } from '../../testing/tokens.ts'

const expired = { id: 'T2', expiresAt: '2024-12-01T00:00:00.000Z' }
const revoked = { id: 'T3', revokedAt: '2024-12-01T00:00:00.000Z' }

async function open(more: Partial<Workspace> = {}) {
  const known = workspace({ id: 'W1', memberCount: 3, ...more })
  const app = await renderApp('/workspace/W1/danger', {
    prepare: (api) => {
      api.reply(workspaces.read, known)
      api.reply(workspaces.list, [known])
      const all = [authToken(), authToken({ id: 'T4' }), authToken(expired), authToken(revoked)]
      api.reply(tokens.list, { authTokens: all, maxLifetimeMs })
    },
  })
  await expect
    .element(app.screen.getByRole('heading', { level: 1, name: 'Production > Danger zone' }))
    .toBeVisible()
  return app
}

async function openDialog() {
  const app = await open()
  await app.screen.getByRole('button', { name: 'Delete Workspace' }).click()
  const dialog = app.screen.getByRole('alertdialog', { name: 'Delete Production?' })
  const typed = dialog.getByRole('textbox', { name: 'Type the name of the workspace to delete it' })
  await expect.element(typed).toHaveFocus()
  return { ...app, dialog, typed, submit: dialog.getByRole('button', { name: 'Delete Workspace' }) }
}

describe('deleting a workspace', () => {
  it('is offered only to the owner', async () => {
    const { screen } = await open({ role: 'APPROVER', creatorUserId: 'U2' })
    await expect.element(screen.getByText('Only the owner can delete this workspace')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Danger zone' }).query()).toBeNull()
    expect(screen.getByRole('button', { name: 'Delete Workspace' }).query()).toBeNull()
  })

  it('is disabled while the workspace is quarantined, with the reason', async () => {
    const { screen } = await open({ quarantinedAt: '2025-01-01T00:00:00.000Z' })
    const button = screen.getByRole('button', { name: 'Delete Workspace' })
    await expect.element(button).toHaveAccessibleDescription('This workspace is quarantined')
  })

  it('lists its effects', async () => {
    const { dialog } = await openDialog()
    const stops = dialog.getByRole('list', { name: 'What happens' })
    await expect.element(stops.getByText('You and 2 other members lose access immediately.')).toBeVisible()
    await expect.element(stops.getByText('2 active API tokens stop working permanently.')).toBeVisible()
    await expect.element(stops.getByText(/is signed out of its instance\.$/)).toBeVisible()
  })

  it('counts the invitations that have not expired, and omits counts that could not be loaded', async () => {
    const { screen, api } = await open()
    api.reply(members.list, [invited('grace@example.com'), invited('late@example.com', true)])
    api.refuse(tokens.list, 'DatabaseUnavailable')
    // Data loaded with the page stays fresh for two seconds.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_100 })
    await screen.getByRole('button', { name: 'Delete Workspace' }).click()
    await expect.element(screen.getByText('1 open invitation can no longer be accepted.')).toBeVisible()
    await expect.element(screen.getByText('Its API tokens stop working permanently.')).toBeVisible()
    loggedFailures()
  })

  it('requires the name to be typed, then continues to the workspaces', async () => {
    const { screen, api, typed, submit, address } = await openDialog()
    api.reply(workspaces.delete, {})
    await typed.fill('Productio')
    await expect.element(submit).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Enter}')
    await expect.element(submit).toHaveAccessibleDescription('Type the name of the workspace first')
    expect(api.requests(workspaces.delete)).toEqual([])
    await typed.fill('Production')
    api.reply(workspaces.list, [])
    await submit.click()
    await expect.element(screen.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
    await expect.element(screen.getByText('“Production” is deleted')).toBeVisible()
    expect(address()).toBe('/workspaces')
    expect(api.requests(workspaces.delete)[0]?.params).toEqual({ workspaceId: 'W1' })
  })

  it('shows why it failed, and stays open', async () => {
    const { api, dialog, typed, submit, address } = await openDialog()
    api.refuse(workspaces.delete, 'NotAllowed', { message: 'Only the owner may.' })
    await typed.fill('Production')
    await submit.click()
    await expect.element(dialog.getByText('Only the owner may.')).toBeVisible()
    expect(address()).toBe('/workspace/W1/danger')
    loggedFailures()
  })
})

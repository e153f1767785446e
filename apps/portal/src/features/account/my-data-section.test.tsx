import type { CallResult } from '@portal/contract/endpoint'
import { blockedDeletionAdvice, myData } from '@portal/contract/my-data/my-data'
import { ownership } from '@portal/contract/ownership/ownership'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person, workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { notOwned, ownershipOffer } from '../../testing/team.ts'
import { authToken, serviceAccount } from '../../testing/tokens.ts'

type Preview = CallResult<typeof myData.deletionPreview>

const nothing = { blockedBy: [], goesWith: [], leftBehind: [] }

async function openDeletion(preview: Partial<Preview>, prepare?: (api: FakeApi) => void) {
  const app = await renderApp('/profile/data', prepare && { prepare })
  app.api.reply(myData.deletionPreview, { ...nothing, ...preview })
  await app.screen.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = app.screen.getByRole('alertdialog', { name: 'Delete your account?' })
  await expect.element(dialog).toBeVisible()
  return { ...app, dialog, confirm: dialog.getByRole('button', { name: 'Delete my account' }) }
}

describe('My data', () => {
  it('downloads everything as JSON', async () => {
    const { screen, api } = await renderApp('/profile/data')
    api.reply(myData.download, { user: { email: 'ada@example.com' } })
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await screen.getByRole('button', { name: 'Download my data' }).click()
    await expect.poll(() => clicked).toHaveBeenCalledOnce()
    const link = clicked.mock.contexts[0] as HTMLAnchorElement
    expect(link.download).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.json$/)
    expect(link.href).toMatch(/^blob:/)
    clicked.mockRestore()
  })

  it('shows why the download failed', async () => {
    const { screen, api } = await renderApp('/profile/data')
    api.refuse(myData.download, 'InternalError', { message: 'It broke' })
    await screen.getByRole('button', { name: 'Download my data' }).click()
    await expect.element(screen.getByText('It broke')).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })
})

describe('deleting the account', () => {
  it('lists the deleted workspaces, and requires the exact email', async () => {
    const { api, dialog, confirm } = await openDeletion({ goesWith: [{ id: 'W1', displayName: 'Laptop' }] })
    await expect
      .element(dialog.getByRole('list', { name: 'Workspaces that will be deleted' }))
      .toHaveTextContent('Laptop')
    await expect.element(confirm).toHaveAccessibleDescription('Type your email address first')
    const field = dialog.getByRole('textbox', { name: 'Type ada@example.com to confirm' })
    await field.fill('ada@example')
    await expect.element(confirm).toHaveAccessibleDescription('Type your email address first')
    await userEvent.keyboard('{Enter}')
    expect(api.requests(myData.deleteAccount)).toEqual([])
    await field.fill(' Ada@Example.com ')
    await expect.element(confirm).toBeEnabled()
    api.reply(myData.deleteAccount, undefined)
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => browserNavigation.replace)
      .toHaveBeenCalledWith('http://localhost:9001/auth/logout')
    expect(sessionStorage.getItem('SI-ACCOUNT-DELETED')).not.toBeNull()
    expect(api.requests(myData.deleteAccount)[0]?.params).toEqual({ userId: person().id })
  })

  it('keeps the field in view when the window is too short for the list', async () => {
    const [width, height] = [window.innerWidth, window.innerHeight]
    onTestFinished(() => page.viewport(width, height))
    await page.viewport(720, 450)
    const goesWith = Array.from({ length: 20 }, (_, at) => ({ id: `W${at}`, displayName: `Laptop ${at}` }))
    const { dialog, confirm } = await openDeletion({ goesWith })
    await expect.element(dialog.getByRole('textbox')).toBeInViewport({ ratio: 1 })
    await expect.element(confirm).toBeInViewport({ ratio: 1 })
  })

  it('is blocked while a workspace has other members, with a link to them and the open ownership offer', async () => {
    const { dialog, confirm } = await openDeletion(
      {
        blockedBy: [
          { id: 'W1', displayName: 'Production', memberCount: 3 },
          { id: 'W2', displayName: 'Staging', memberCount: 2 },
        ],
      },
      (api) => api.reply(ownership.mine, [ownershipOffer({ workspaceId: 'W2' })]),
    )
    const link = dialog.getByRole('link', { name: 'Production' })
    await expect.element(link).toHaveAttribute('href', '/workspace/W1/members')
    await expect.element(dialog.getByText(blockedDeletionAdvice)).toBeVisible()
    const items = dialog.getByRole('listitem')
    await expect.element(items.nth(0)).toHaveTextContent('Production, 3 members')
    await expect
      .element(items.nth(1))
      .toHaveTextContent('Staging, 2 members. Ownership offered, waiting for Grace Hopper.')
    expect(confirm.query()).toBeNull()
    expect(dialog.getByRole('textbox').query()).toBeNull()
  })

  it('shows a reason that has arisen in the meantime', async () => {
    const { api, dialog, confirm } = await openDeletion({})
    await expect.element(dialog.getByText('No workspaces will be deleted.')).toBeVisible()
    await dialog.getByRole('textbox').fill('ada@example.com')
    api.refuse(myData.deleteAccount, 'Conflict', { message: 'Somebody has joined' })
    api.reply(myData.deletionPreview, {
      ...nothing,
      blockedBy: [{ id: 'W1', displayName: 'Production', memberCount: 2 }],
    })
    await confirm.click()
    await expect.element(dialog.getByText('Somebody has joined')).toBeVisible()
    await expect.element(dialog.getByRole('link', { name: 'Production' })).toBeVisible()
    expect(browserNavigation.replace).not.toHaveBeenCalled()
    expect(loggedFailures()).toHaveLength(1)
  })

  it('lists the tokens that stop in other workspaces, and lets an approver move them first', async () => {
    const tokenOf = (id: string, name: string, workspaceId: string, displayName: string) => ({
      ...authToken({ id, name }),
      workspace: { id: workspaceId, displayName },
    })
    const { api, screen, dialog, confirm } = await openDeletion(
      { goesWith: [{ id: 'W1', displayName: 'Laptop' }] },
      (fake) => {
        fake.reply(workspaces.list, [
          workspace({ id: 'W2', displayName: 'Staging', role: 'APPROVER', ...notOwned }),
          workspace({ id: 'W3', displayName: 'Shop', role: 'EDITOR', ...notOwned }),
        ])
        fake.reply(serviceAccounts.list, { serviceAccounts: [serviceAccount] })
        fake.reply(tokens.mine, {
          authTokens: [
            tokenOf('T1', 'Local runs', 'W1', 'Laptop'),
            tokenOf('T2', 'Deploys', 'W2', 'Staging'),
            tokenOf('T3', 'Backups', 'W3', 'Shop'),
          ],
        })
      },
    )
    await expect.element(dialog.getByText(/^2 API tokens stop working/)).toBeVisible()
    expect(dialog.getByText('Local runs').query()).toBeNull()
    await dialog.getByRole('textbox').fill('ada@example.com')
    await expect.element(confirm).not.toHaveAccessibleDescription()
    expect(screen.getByRole('button', { name: /What happens to Backups/ }).query()).toBeNull()
    await screen.getByRole('button', { name: /What happens to Deploys/ }).click()
    await screen.getByRole('option', { name: 'Move to deploy-bot' }).click()
    await expect.element(confirm).toHaveAccessibleDescription('Move the selected tokens before you continue')
    await confirm.click({ force: true })
    expect(api.requests(myData.deleteAccount)).toEqual([])
  })

  it('names the workspaces that the user leaves, and says that invitations are withdrawn', async () => {
    const { dialog } = await openDeletion({}, (fake) =>
      fake.reply(workspaces.list, [
        workspace({ id: 'W1', displayName: 'Laptop' }),
        workspace({ id: 'W2', displayName: 'Staging', role: 'APPROVER', ...notOwned }),
        workspace({ id: 'W3', displayName: 'Shop', role: 'EDITOR', ...notOwned }),
      ]),
    )
    await expect
      .element(
        dialog.getByText('You also leave Staging and Shop. Open invitations that you sent are withdrawn.'),
      )
      .toBeVisible()
  })

  it('lists what the user leaves behind in workspaces that remain', async () => {
    const { dialog } = await openDeletion({
      leftBehind: [
        {
          workspace: { id: 'W2', displayName: 'Staging' },
          invitations: [{ id: 'I1', email: 'bob@example.com', role: 'EDITOR' }],
          shownTokens: [],
          trustRules: [],
        },
      ],
    })
    await expect.element(dialog.getByText('You leave this behind in Staging')).toBeVisible()
    await expect
      .element(dialog.getByRole('list', { name: 'Your open invitations are withdrawn:' }))
      .toHaveTextContent('bob@example.com as Collaborator')
    expect(dialog.getByRole('checkbox').elements()).toEqual([])
  })
})

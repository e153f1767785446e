import { members } from '@portal/contract/members/members'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ada, grace, notOwned } from '../../testing/team.ts'
import { authToken, disabledServiceAccount, serviceAccount } from '../../testing/tokens.ts'

const nothingLeft = { invitations: [], shownTokens: [], trustRules: [] }

const local = { instanceUrl: 'http://localhost:8080', instanceEnvType: 'LOCAL' } as const

const used = (id: string, name: string, lastUsedAt: string | null = new Date().toISOString()) => ({
  id,
  name,
  kind: 'api' as const,
  createdAt: authToken().createdAt,
  lastUsedAt,
  lastUsedIp: lastUsedAt && '203.0.113.7',
})
const three = [used('T1', 'Deploys'), used('T2', 'Nightly'), used('T3', 'Old cron', null)]

async function open(role: Workspace['role'] = 'OWNER') {
  const app = await renderApp('/workspace/W1/members', {
    prepare: (api) => {
      api.reply(
        workspaces.read,
        workspace({ id: 'W1', role, ...local, ...(role === 'OWNER' ? {} : notOwned) }),
      )
      api.reply(members.list, role === 'OWNER' ? [ada, grace] : [{ ...ada, role }, grace])
      api.reply(members.access, { tokens: three, ...nothingLeft })
      api.reply(serviceAccounts.list, { serviceAccounts: [serviceAccount, disabledServiceAccount] })
    },
  })
  const { screen } = app
  return {
    ...app,
    openRemoval: async () => {
      await screen.getByRole('button', { name: `Remove ${grace.email}` }).click()
      return screen.getByRole('alertdialog', { name: 'Remove Grace Hopper?' })
    },
    openLeaving: async () => {
      await screen.getByRole('button', { name: 'Leave workspace' }).click()
      return screen.getByRole('alertdialog', { name: 'Leave Production?' })
    },
    choose: async (token: string, option: string) => {
      await screen.getByRole('button', { name: new RegExp(`What happens to ${token}`) }).click()
      await screen.getByRole('option', { name: option }).click()
    },
  }
}

const bot = { id: 'S1', name: 'deploy-bot' }
const left = {
  tokens: [],
  invitations: [{ id: 'I1', email: 'bob@example.com', role: 'EDITOR' as const }],
  shownTokens: [{ id: 'T9', name: 'Nightly', serviceAccount: bot }],
  trustRules: [{ id: 'R1', name: 'main', serviceAccount: bot }],
}

describe('a role that may not invite, for a member who leaves something behind', () => {
  async function choose() {
    const app = await open()
    app.api.reply(members.access, left)
    const role = app.screen.getByRole('button', { name: new RegExp(`Role of ${grace.email}`) })
    await role.click()
    await app.screen.getByRole('option', { name: 'Collaborator' }).click()
    const dialog = app.screen.getByRole('alertdialog', { name: 'Make Grace Hopper a Collaborator?' })
    await expect.element(dialog).toBeVisible()
    return { ...app, role, dialog }
  }

  it('lists it first, and keeps invitations and deletes trust rules as chosen', async () => {
    const { api, role, dialog } = await choose()
    await expect
      .element(dialog.getByRole('list', { name: 'Their open invitations are withdrawn:' }))
      .toHaveTextContent('bob@example.com as Collaborator')
    await dialog.getByText('Keep these invitations open').click()
    await dialog.getByText('Delete these trust rules').click()
    api.reply(members.changeRole, [ada, { ...grace, role: 'EDITOR' }])
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(role).toHaveTextContent('Collaborator')
    expect(api.requests(members.changeRole)[0]?.body).toMatchObject({
      userId: grace.userId,
      role: 'EDITOR',
      keepsInvitations: true,
      deletesTrustRules: true,
    })
  })

  it('changes nothing when canceled', async () => {
    const { api, role, dialog } = await choose()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(role).toHaveTextContent('Approver')
    await expect.element(role).toHaveFocus()
    expect(api.requests(members.changeRole)).toEqual([])
  })

  it('asks if it cannot be loaded, and says what will happen', async () => {
    const { api, screen } = await open()
    api.refuse(members.access, 'InternalError', { message: 'It broke' })
    await screen.getByRole('button', { name: new RegExp(`Role of ${grace.email}`) }).click()
    await screen.getByRole('option', { name: 'Collaborator' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Make Grace Hopper a Collaborator?' })
    await expect.element(dialog.getByText(/Open invitations will still be withdrawn/)).toBeVisible()
    expect(api.requests(members.changeRole)).toEqual([])
    expect(loggedFailures().length).toBeGreaterThan(0)
  })
})

describe('removing a member who leaves something behind', () => {
  it('lists what stays, and keeps invitations and deletes trust rules as chosen', async () => {
    const { api, openRemoval } = await open()
    api.reply(members.access, left)
    const dialog = await openRemoval()
    await expect
      .element(dialog.getByRole('list', { name: 'Their open invitations are withdrawn:' }))
      .toHaveTextContent('bob@example.com as Collaborator')
    await expect
      .element(dialog.getByRole('list', { name: /They have seen the secrets of these tokens/ }))
      .toHaveTextContent('Nightly of deploy-bot')
    await dialog.getByText('Keep these invitations open').click()
    await expect
      .element(dialog.getByRole('list', { name: 'Their open invitations stay open:' }))
      .toBeVisible()
    await dialog.getByText('Delete these trust rules').click()
    api.reply(members.remove, [ada])
    await dialog.getByRole('button', { name: 'Remove User' }).click()
    await expect.poll(() => api.requests(members.remove)).toHaveLength(1)
    expect(api.requests(members.remove)[0]?.body).toMatchObject({
      email: grace.email,
      keepsInvitations: true,
      deletesTrustRules: true,
    })
  })

  it("doesn't let an approver move another member's tokens, and says whom to ask", async () => {
    const { openRemoval } = await open('APPROVER')
    const dialog = await openRemoval()
    await expect.element(dialog.getByText(/ask the owner to move it to a service account/)).toBeVisible()
    expect(dialog.getByRole('button', { name: /What happens to/ }).query()).toBeNull()
  })
})

describe('removing a member with API tokens', () => {
  it('says what stops, moves the chosen tokens, shows their new secrets once and then removes the member', async () => {
    const { screen, api, openRemoval, choose } = await open()
    const dialog = await openRemoval()
    await expect
      .element(dialog.getByText('3 API tokens stop working. 2 were used in the last 24 hours.'))
      .toBeVisible()
    await choose('Deploys', 'Move to deploy-bot')
    const remove = dialog.getByRole('button', { name: 'Remove User' })
    await expect.element(remove).toHaveAccessibleDescription('Move the selected tokens before you continue')

    const { id, name } = serviceAccount
    const { createdAt, expiresAt = '' } = authToken()
    const secret = { createdAt, expiresAt, retiresAt: null, lastUsedAt: null, lastUsedIp: null }
    const old = { ...secret, retiresAt: '2124-01-01T00:00:00.000Z' }
    api.reply(tokens.move, {
      authToken: authToken({ id: 'T1', serviceAccount: { id, name }, secrets: [secret, old] }),
      token: 'new-secret',
    })
    api.reply(members.access, { tokens: three.slice(1), ...nothingLeft })
    await dialog.getByRole('button', { name: 'Move 1 token' }).click()
    const result = screen.getByRole('dialog', { name: '1 token moved' })
    await expect.element(result.getByText('new-secret')).toBeVisible()
    await expect.element(result.getByText(/^Its old secret works until .* 2124 at /)).toBeVisible()
    await expect.element(result.getByRole('button', { name: 'Copy secret' })).toHaveFocus()
    expect(api.requests(tokens.move)[0]).toMatchObject({
      params: { workspaceId: 'W1', tokenId: 'T1' },
      body: { serviceAccountId: 'S1', overlap: '24h' },
    })
    await result.getByRole('button', { name: 'Done' }).click()
    await screen.getByRole('button', { name: 'Close anyway' }).click()
    await expect.element(screen.getByText('new-secret')).not.toBeInTheDocument()

    await expect
      .element(dialog.getByText('2 API tokens stop working. 1 was used in the last 24 hours.'))
      .toBeVisible()
    api.reply(members.remove, [ada])
    await remove.click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(api.requests(members.remove)[0]?.body).toMatchObject({ email: grace.email })
  })

  it('keeps the moved tokens when a later one fails, and names the one that failed', async () => {
    const { screen, api, openRemoval } = await open()
    const dialog = await openRemoval()
    await screen.getByRole('button', { name: /All tokens/ }).click()
    // A disabled service account is not offered.
    expect(screen.getByRole('option', { name: /old-bot/ }).query()).toBeNull()
    await screen.getByRole('option', { name: 'Move to deploy-bot' }).click()
    api.reply(tokens.move, ({ params }) => {
      api.refuse(tokens.move, 'Conflict', { message: 'This token is revoked.' })
      return { authToken: authToken({ id: params.tokenId ?? '' }), token: 'first-secret' }
    })
    api.reply(members.access, { tokens: three.slice(1), ...nothingLeft })
    await dialog.getByRole('button', { name: 'Move 3 tokens' }).click()
    const result = screen.getByRole('dialog', { name: '1 token moved' })
    await expect.element(result.getByText('first-secret')).toBeVisible()
    await expect.element(result.getByText('Its old secret no longer works.')).toBeVisible()
    await result.getByRole('button', { name: 'Done' }).click()
    await screen.getByRole('button', { name: 'Close anyway' }).click()
    await expect.element(dialog.getByText('“Nightly” could not be moved')).toBeVisible()
    await expect.element(dialog.getByText('This token is revoked.')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Move 2 tokens' })).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })

  it('stays open while tokens are being moved', async () => {
    const { api, screen, openRemoval, choose } = await open()
    const dialog = await openRemoval()
    await choose('Deploys', 'Move to deploy-bot')
    const held = api.hold(tokens.move)
    await dialog.getByRole('button', { name: 'Move 1 token' }).click()
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    await expect
      .element(dialog.getByRole('button', { name: 'Remove User' }))
      .toHaveAccessibleDescription('The tokens are being moved')
    held.release({ authToken: authToken({ id: 'T1' }), token: 'held-secret' })
    await expect.element(screen.getByText('held-secret')).toBeVisible()
  })

  it('reloads the tokens and says what to do when the answer of a move is lost', async () => {
    const { api, openRemoval, choose } = await open()
    const dialog = await openRemoval()
    await choose('Deploys', 'Move to deploy-bot')
    api.disconnect(tokens.move)
    api.reply(members.access, { tokens: three.slice(1), ...nothingLeft })
    await dialog.getByRole('button', { name: 'Move 1 token' }).click()
    await expect.element(dialog.getByText(/“Deploys” may have been moved/)).toBeVisible()
    await expect
      .element(dialog.getByText('2 API tokens stop working. 1 was used in the last 24 hours.'))
      .toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })

  it('offers to create a service account when there is none', async () => {
    const { api, openRemoval } = await open()
    api.reply(serviceAccounts.list, { serviceAccounts: [] })
    const dialog = await openRemoval()
    await expect
      .element(dialog.getByRole('link', { name: 'create or enable a service account' }))
      .toBeVisible()
    expect(dialog.getByRole('button', { name: /What happens to/ }).elements()).toEqual([])
    await expect
      .element(dialog.getByRole('button', { name: 'Remove User' }))
      .not.toHaveAccessibleDescription()
  })
})

describe('leaving a workspace with API tokens', () => {
  const own = { ...nothingLeft, tokens: [used('T1', 'Deploys', null)] }

  it('lets an approver move their own tokens of this workspace', async () => {
    const { api, openLeaving, choose } = await open('APPROVER')
    api.reply(members.access, own)
    const dialog = await openLeaving()
    await expect
      .element(dialog.getByText(/1 API token stops working\. It was not used in the last 24 hours/))
      .toBeVisible()
    await choose('Deploys', 'Move to deploy-bot')
    await expect.element(dialog.getByRole('button', { name: 'Move 1 token' })).toBeVisible()
  })

  it('tells a collaborator who can move the tokens', async () => {
    const { api, openLeaving } = await open('EDITOR')
    api.reply(members.access, own)
    const dialog = await openLeaving()
    await expect.element(dialog.getByText(/ask an owner or approver to move it/)).toBeVisible()
    expect(dialog.getByRole('button', { name: /What happens to/ }).elements()).toEqual([])
  })

  it('lists what the user leaves behind, without choices', async () => {
    const { api, openLeaving } = await open('APPROVER')
    api.reply(members.access, left)
    const dialog = await openLeaving()
    await expect
      .element(dialog.getByRole('list', { name: 'Your open invitations are withdrawn:' }))
      .toHaveTextContent('bob@example.com as Collaborator')
    await expect
      .element(dialog.getByRole('list', { name: 'Trust rules that you created stay in force:' }))
      .toHaveTextContent('main of deploy-bot')
    await expect.element(dialog.getByText(/Ask an owner or approver to rotate the tokens/)).toBeVisible()
    expect(dialog.getByRole('checkbox').elements()).toEqual([])
  })
})

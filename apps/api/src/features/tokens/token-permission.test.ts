/** What API tokens may do. See docs/product/tokens.md#permission. */
import { accessReview } from '@portal/contract/access-review/access-review'
import { activity } from '@portal/contract/activity/activity'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import type { TokenPermission } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeWorkspace } from '../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { invite, makeTeam, type Team } from '../../testing/make-team.ts'
import { users } from '../account/user-table.ts'

const test = useTestApp()
let team: Team
beforeEach(async () => {
  team = await makeTeam(test)
})

const create = (as: SignedIn, body: { permission?: TokenPermission; serviceAccountId?: string } = {}) =>
  test.send(tokens.create, { params: team.params, body: { name: 'Nightly', ...body } }, as)

const manageToken = async (as: SignedIn) => (await create(as, { permission: 'manage' })).body.token

describe('the permission of a token', () => {
  it('is read unless manage is asked for, and stays the same when the token is rotated', async () => {
    const plain = await create(team.editor)
    const managing = await create(team.editor, { permission: 'manage' })
    expect([plain, managing].map(({ body }) => body.authToken.permission)).toEqual(['read', 'manage'])
    const params = { ...team.params, tokenId: managing.body.authToken.id }
    const rotated = await test.send(tokens.rotate, { params, body: {} }, team.editor)
    expect(rotated.body.authToken.permission).toBe('manage')
    const bearer = rotated.body.token
    expect((await test.send(workspaces.list, {}, { bearer })).status).toBe(200)
  })

  it('needs a fresh sign-in to be given', async () => {
    const stale = { authenticatedAt: new Date(test.now().getTime() - 3_601_000) }
    const { session } = await makeSignedIn(test, {}, stale)
    const own = await makeWorkspace(test.database, (await makeSignedIn(test)).user)
    const input = {
      params: { workspaceId: own.id },
      body: { name: 'Nightly', permission: 'manage' as const },
    }
    expect((await test.send(tokens.create, input, { session })).errorType).toBe('NotFound')
    const editor = await makeSignedIn(test, {}, stale)
    const workspace = await makeWorkspace(test.database, editor.user)
    const refused = await test.send(
      tokens.create,
      { ...input, params: { workspaceId: workspace.id } },
      editor,
    )
    expect(refused).toMatchObject({ status: 401, errorType: 'FreshSignInRequired' })
  })

  it('is always read for service accounts, and asking for more is 400', async () => {
    const input = { params: team.params, body: { name: 'deploy-bot' } }
    const { id } = (await test.send(serviceAccounts.create, input, team.owner)).body.serviceAccount
    const refused = await create(team.owner, { permission: 'manage', serviceAccountId: id })
    expect(refused).toMatchObject({ status: 400, error: { issues: [{ path: 'permission' }] } })
    const fine = await create(team.owner, { serviceAccountId: id })
    expect(fine.body.authToken.permission).toBe('read')
  })

  it('is shown in lists, in the access review and in the mail to the owner', async () => {
    await create(team.editor, { permission: 'manage' })
    const list = await test.send(tokens.list, { params: team.params }, team.owner)
    expect(list.body.authTokens).toMatchObject([{ permission: 'manage' }])
    const mine = { params: { userId: team.editor.user.id } }
    const own = await test.send(tokens.mine, mine, team.editor)
    expect(own.body.authTokens).toMatchObject([{ permission: 'manage' }])
    const review = await test.send(accessReview.list, { params: team.params }, team.owner)
    const permissions = review.body.actors.map(({ kind, permission }) => [kind, permission])
    expect(permissions).toEqual([...Array(3).fill(['member', null]), ['token', 'manage']])
    expect(test.jobs.mailsTo(team.owner.user.email).at(-1)?.text).toContain(
      'The token can manage the workspace',
    )
    await create(team.editor)
    expect(test.jobs.mailsTo(team.owner.user.email).at(-1)?.text).toContain('The token can only read.')
  })
})

describe('a token that manages', () => {
  it('is rotated only by its creator, because the new secret acts as them in other workspaces too', async () => {
    const { authToken } = (await create(team.editor, { permission: 'manage' })).body
    const input = { params: { ...team.params, tokenId: authToken.id }, body: {} }
    expect((await test.send(tokens.rotate, input, team.owner)).errorType).toBe('NotAllowed')
    expect((await test.send(tokens.rotate, input, team.editor)).status).toBe(200)
    const { params } = input
    expect((await test.send(tokens.revoke, { params }, team.owner)).status).toBe(204)
  })

  it('can only read once it is moved to a service account, with its previous secret too', async () => {
    const input = { params: team.params, body: { name: 'deploy-bot' } }
    const { id: serviceAccountId } = (await test.send(serviceAccounts.create, input, team.owner)).body
      .serviceAccount
    const { authToken, token: previous } = (await create(team.approver, { permission: 'manage' })).body
    const params = { ...team.params, tokenId: authToken.id }
    const moved = await test.send(tokens.move, { params, body: { serviceAccountId } }, team.approver)
    expect(moved.body.authToken.permission).toBe('read')
    const body = { displayName: 'Renamed' }
    for (const bearer of [previous, moved.body.token]) {
      const refused = await test.send(workspaces.update, { params: team.params, body }, { bearer })
      expect(refused.errorType).toBe('NotAllowed')
    }
  })

  it('changes name, description and approvals, without a fresh sign-in, and is named in the activity', async () => {
    const bearer = await manageToken(team.owner)
    test.clockOffsetMs = 2 * 86_400_000
    const body = { displayName: 'Renamed', description: 'New', approvalsEnabled: true }
    const { body: list } = await test.send(workspaces.update, { params: team.params, body }, { bearer })
    expect(list[0]).toMatchObject(body)
    const log = await test.send(activity.list, { params: team.params }, team.owner)
    const acts = log.body.map(({ act, actor }) => [act, actor.userId, actor.tokenName])
    expect(acts).toEqual(
      expect.arrayContaining([
        ['workspace.updated', team.owner.user.id, 'Nightly'],
        ['workspace.approvals-enabled', team.owner.user.id, 'Nightly'],
        ['token.created', team.owner.user.id, null],
      ]),
    )
  })

  it('never changes the URL of its workspace, and saves nothing else of such a change', async () => {
    const bearer = await manageToken(team.owner)
    const body = { displayName: 'Renamed', instanceUrl: 'https://evil.example.com' }
    const refused = await test.send(workspaces.update, { params: team.params, body }, { bearer })
    expect(refused.errorType).toBe('NotAllowed')
    const { body: kept } = await test.send(workspaces.read, { params: team.params }, team.owner)
    const { displayName, instanceUrl } = team.workspace
    expect(kept).toMatchObject({ displayName, instanceUrl })
  })

  it('manages members and invitations as far as the role of its user allows at that moment', async () => {
    const [ofApprover, ofEditor] = [await manageToken(team.approver), await manageToken(team.editor)]
    const inviting = { params: team.params, body: { email: 'new@example.com' } }
    expect((await test.send(members.invite, inviting, { bearer: ofApprover })).status).toBe(200)
    expect((await test.send(members.invite, inviting, { bearer: ofEditor })).errorType).toBe('NotAllowed')
    const invitationId = await invite(test, team, 'other@example.com')
    const withdrawing = { params: { ...team.params, invitationId } }
    expect((await test.send(invitations.withdraw, withdrawing, { bearer: ofApprover })).status).toBe(204)
    const demotion = { params: team.params, body: { userId: team.approver.user.id, role: 'EDITOR' as const } }
    await test.send(members.changeRole, demotion, { bearer: await manageToken(team.owner) })
    expect((await test.send(members.invite, inviting, { bearer: ofApprover })).errorType).toBe('NotAllowed')
  })

  it('never deletes the trust rules of a member whom it removes or demotes', async () => {
    const bearer = await manageToken(team.owner)
    const { email } = team.editor.user
    const body = { userId: team.approver.user.id, role: 'EDITOR' as const, deletesTrustRules: true }
    const demoted = await test.send(members.changeRole, { params: team.params, body }, { bearer })
    expect(demoted.errorType).toBe('NotAllowed')
    const remove = (more: { deletesTrustRules?: boolean }) =>
      test.send(members.remove, { params: team.params, body: { email, ...more } }, { bearer })
    expect((await remove({ deletesTrustRules: true })).errorType).toBe('NotAllowed')
    expect((await remove({})).status).toBe(200)
  })

  it('lists the workspaces of its user, and creates one', async () => {
    const other = await makeWorkspace(test.database, team.editor.user)
    const bearer = await manageToken(team.editor)
    const { body } = await test.send(workspaces.list, {}, { bearer })
    expect(body.map(({ id }) => id).sort()).toEqual([team.workspace.id, other.id].sort())
    const wanted = { displayName: 'By token', instanceUrl: 'http://localhost:8080' }
    const created = await test.send(workspaces.create, { body: wanted }, { bearer })
    expect(created.status).toBe(200)
    const params = { workspaceId: other.id }
    expect((await test.send(workspaces.read, { params }, { bearer })).errorType).toBe('NotFound')
    const removal = await test.send(workspaces.delete, { params }, { bearer })
    expect(removal.errorType).toBe('NotFound')
  })

  it('reads but changes nothing until its user has accepted the terms in force', async () => {
    const bearer = await manageToken(team.owner)
    await test.database.orm.update(users).set({ agreedTosVersionId: '2023-03-30' })
    const input = { params: team.params, body: { displayName: 'Renamed' } }
    const refused = await test.send(workspaces.update, input, { bearer })
    expect(refused.errorType).toBe('MissingTosAcceptance')
    expect((await test.send(workspaces.list, {}, { bearer })).status).toBe(200)
  })

  it('leaves its workspace, which ends the token', async () => {
    const bearer = await manageToken(team.editor)
    expect((await test.send(members.leave, { params: team.params }, { bearer })).status).toBe(204)
    expect((await test.send(workspaces.list, {}, { bearer })).errorType).toBe('TokenRevoked')
  })

  it('deletes its workspace days after the sign-in of its user', async () => {
    const bearer = await manageToken(team.owner)
    test.clockOffsetMs = 2 * 86_400_000
    expect((await test.send(workspaces.delete, { params: team.params }, { bearer })).status).toBeLessThan(300)
    expect((await test.send(workspaces.list, {}, team.editor)).body).toEqual([])
  })
})

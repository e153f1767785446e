/** Limits on what accounts and workspaces can have. One concurrent creation gets the last place. See docs/product/errors.md#limits. */
import { limitSentence } from '@portal/contract/account-limits'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { ownership } from '@portal/contract/ownership/ownership'
import { staffProduction } from '@portal/contract/staff/production/production'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'
import { addMember, makeWorkspace } from '../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../testing/make-signed-in.ts'
import { invite, join, makeTeam } from '../testing/make-team.ts'

const test = useTestApp({
  ACCOUNT_LIMITS: 'workspacesOwned=3,workspacesRestorable=2,membersOfWorkspace=5,tokensOfWorkspace=3',
})

const outcome = ({ status, errorType }: { status: number; errorType: string | undefined }) =>
  errorType === undefined ? String(status) : `${status} ${errorType}`
const outcomes = (replies: { status: number; errorType: string | undefined }[]) => replies.map(outcome).sort()

describe('the limit on workspaces that an account owns', () => {
  const create = (as: SignedIn) =>
    test.send(
      workspaces.create,
      { body: { displayName: 'One more', instanceUrl: 'http://localhost:8080' } },
      as,
    )
  async function makeOwner(owned: number) {
    const owner = await makeSignedIn(test)
    const made = []
    for (let at = 0; at < owned; at += 1) made.push(await makeWorkspace(test.database, owner.user))
    return { owner, made }
  }

  it('refuses one more workspace with the limit error', async () => {
    const { owner } = await makeOwner(3)
    const refused = await create(owner)
    expect(outcome(refused)).toBe('409 LimitReached')
    expect(refused.error?.message).toBe(limitSentence('workspacesOwned', 3))
  })

  it('gives the last place to exactly one of ten concurrent creations', async () => {
    const { owner } = await makeOwner(2)
    const replies = await Promise.all(Array.from({ length: 10 }, () => create(owner)))
    expect(outcomes(replies)).toEqual(['200', ...Array(9).fill('409 LimitReached')])
  })

  it('counts neither deleted workspaces nor those of other owners', async () => {
    const { owner, made } = await makeOwner(3)
    const other = await makeSignedIn(test)
    const shared = await makeWorkspace(test.database, other.user)
    await addMember(test.database, shared, owner.user)
    const [first] = made
    await test.send(workspaces.delete, { params: { workspaceId: first?.id ?? '' } }, owner)
    expect(outcome(await create(owner))).toBe('200')
  })

  it('bounds the workspaces that an account can create and delete in a loop', async () => {
    const { owner, made } = await makeOwner(2)
    const longAgo = new Date(test.now().getTime() - 31 * 86_400_000)
    await makeWorkspace(test.database, owner.user, { deletedAt: longAgo })
    const remove = (at: number) =>
      test.send(workspaces.delete, { params: { workspaceId: made[at]?.id ?? '' } }, owner)
    await remove(0)
    expect(outcome(await create(owner))).toBe('200')
    await remove(1)
    const refused = await create(owner)
    expect(outcome(refused)).toBe('409 LimitReached')
    expect(refused.error?.message).toBe(limitSentence('workspacesRestorable', 2))
  })

  it('refuses to restore a workspace beyond it, and allows only one of a concurrent restoration and creation', async () => {
    const { owner, made } = await makeOwner(3)
    const params = { workspaceId: made[0]?.id ?? '' }
    await test.send(workspaces.delete, { params }, owner)
    const replies = await Promise.all([create(owner), test.send(workspaces.restore, { params }, owner)])
    expect(outcomes(replies)).toEqual(['200', '409 LimitReached'])
  })

  it('refuses to accept ownership beyond it', async () => {
    const team = await makeTeam(test)
    for (let at = 0; at < 3; at += 1) await makeWorkspace(test.database, team.editor.user)
    const { params, editor, owner } = team
    await test.send(ownership.offer, { params, body: { userId: editor.user.id } }, owner)
    expect(outcome(await test.send(ownership.accept, { params }, editor))).toBe('409 LimitReached')
    const { body } = await test.send(members.list, { params }, owner)
    expect(body.find(({ role }) => role === 'OWNER')?.userId).toBe(owner.user.id)
  })

  it('applies to workspaces that staff create for a user', async () => {
    const { owner } = await makeOwner(3)
    const staff = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
    const body = { userId: owner.user.id }
    expect(outcome(await test.send(staffProduction.setupByUserId, { body }, staff))).toBe('409 LimitReached')
  })
})

describe('the limit on members and open invitations of a workspace', () => {
  // A team has three members.
  it('refuses one more invitation with a plain sentence in error', async () => {
    const team = await makeTeam(test)
    await invite(test, team, 'a@example.com')
    await invite(test, team, 'b@example.com')
    const body = { email: 'c@example.com' }
    const refused = await test.send(members.invite, { params: team.params, body }, team.owner)
    expect(outcome(refused)).toBe('409 LimitReached')
    expect(refused.body).toMatchObject({ error: limitSentence('membersOfWorkspace', 5) })
    expect(test.jobs.mailsTo('c@example.com')).toEqual([])
  })

  it('gives the last place to exactly one of ten concurrent invitations', async () => {
    const team = await makeTeam(test)
    await invite(test, team, 'a@example.com')
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        test.send(
          members.invite,
          { params: team.params, body: { email: `c${at}@example.com` } },
          at % 2 ? team.owner : team.approver,
        ),
      ),
    )
    expect(outcomes(replies)).toEqual(['200', ...Array(9).fill('409 LimitReached')])
  })

  it('still resends an invitation, and lets its invitee join', async () => {
    const team = await makeTeam(test)
    const bob = await makeSignedIn(test, { email: 'bob@example.com' })
    await invite(test, team, 'a@example.com')
    const invitationId = await invite(test, team, 'bob@example.com')
    const params = { ...team.params, invitationId }
    expect((await test.send(invitations.resend, { params }, team.owner)).status).toBe(204)
    expect((await test.send(invitations.accept, { params }, bob)).status).toBe(200)
  })

  it('allows another invitation after one is withdrawn', async () => {
    const team = await makeTeam(test)
    await invite(test, team, 'a@example.com')
    const invitationId = await invite(test, team, 'b@example.com')
    await test.send(invitations.withdraw, { params: { ...team.params, invitationId } }, team.owner)
    const bob = await makeSignedIn(test, { email: 'bob@example.com' })
    expect((await join(test, team, bob)).status).toBe(200)
  })
})

describe('the limit on API tokens of a workspace', () => {
  const create = ({ params }: { params: { workspaceId: string } }, as: SignedIn, expiration = '1d') =>
    test.send(tokens.create, { params, body: { name: 'Pipeline', expiration } }, as)

  it('allows three of ten concurrent creations by two members, and refuses the others with the limit error', async () => {
    const team = await makeTeam(test)
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => create(team, at % 2 ? team.owner : team.editor)),
    )
    expect(outcomes(replies)).toEqual([...Array(3).fill('200'), ...Array(7).fill('409 LimitReached')])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.error?.message).toBe(limitSentence('tokensOfWorkspace', 3))
  })

  it('counts neither revoked nor expired tokens', async () => {
    const team = await makeTeam(test)
    await create(team, team.owner, '1h')
    const { body } = await create(team, team.owner)
    await create(team, team.owner)
    expect(outcome(await create(team, team.owner))).toBe('409 LimitReached')
    const params = { ...team.params, tokenId: body.authToken.id }
    await test.send(tokens.revoke, { params }, team.owner)
    expect(outcome(await create(team, team.owner))).toBe('200')
    test.clockOffsetMs = 2 * 3_600_000
    expect(outcome(await create(team, team.owner))).toBe('200')
  })
})

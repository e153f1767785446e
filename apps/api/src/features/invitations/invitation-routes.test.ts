import { activity } from '@portal/contract/activity/activity'
import { dayMs, minuteMs } from '@portal/contract/durations'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { workspaces as workspaceCalls } from '@portal/contract/workspaces/workspaces'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSession, makeUser, makeWorkspace, type UserRow } from '../../testing/factories.ts'
import { issueToken } from '../../testing/issue-token.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { invite, join, mailedCode, makeTeam } from '../../testing/make-team.ts'
import {
  confined,
  done,
  emailNeeded,
  managed,
  ok,
  ownerAndApprover,
  ownWrite,
  sessionOnly,
  workspaceWrite,
} from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { users } from '../account/user-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

const test = useTestApp()
const bobsAddress = 'bob@example.com'

const makeBob = () => makeSignedIn(test, { email: 'Bob@Example.com' })

/** Creates a session that is valid after the clock has moved. */
async function freshSession(user: UserRow) {
  const times = { lastSeenAt: test.now(), expiresAt: new Date(test.now().getTime() + dayMs) }
  const { token } = await makeSession(test.database, user, times)
  return { session: token }
}

describe('invitations.accept', () => {
  it('makes the invitee a member with the offered role, once', async () => {
    const team = await makeTeam(test)
    const bob = await makeBob()
    const invitationId = await invite(test, team, bobsAddress, 'APPROVER')
    const { body: mine } = await test.send(invitations.mine, {}, bob)
    expect(mine).toMatchObject([
      { id: invitationId, workspaceName: team.workspace.displayName, role: 'APPROVER' },
    ])
    expect(mine[0]?.invitedBy).toEqual({ firstName: 'Olga', lastName: 'Owner' })
    const accepted = await test.send(invitations.accept, { params: { invitationId } }, bob)
    expect(accepted.body).toEqual({ workspaceId: team.workspace.id })
    const { body: read } = await test.send(workspaceCalls.read, { params: team.params }, bob)
    expect(read.role).toBe('APPROVER')
    expect((await test.send(invitations.mine, {}, bob)).body).toEqual([])
    expect((await test.send(invitations.accept, { params: { invitationId } }, bob)).status).toBe(404)
  })

  it('returns 404 to users with another address, and so does declining', async () => {
    const team = await makeTeam(test)
    const other = await makeSignedIn(test)
    const invitationId = await invite(test, team, bobsAddress)
    for (const user of [other, team.owner, team.editor]) {
      expect((await test.send(invitations.accept, { params: { invitationId } }, user)).status).toBe(404)
      expect((await test.send(invitations.decline, { params: { invitationId } }, user)).status).toBe(404)
    }
  })

  it('requires the invitee to have verified the invited address', async () => {
    const team = await makeTeam(test)
    const invitationId = await invite(test, team, bobsAddress)
    const unverified = await makeSignedIn(test, { email: bobsAddress, emailVerified: false })
    expect((await test.send(invitations.mine, {}, unverified)).errorType).toBe('EmailNotVerified')
    const accept = await test.send(invitations.accept, { params: { invitationId } }, unverified)
    expect(accept.errorType).toBe('EmailNotVerified')
    const params = { code: mailedCode(test, bobsAddress) }
    const { body } = await test.send(invitations.byCode, { params }, unverified)
    expect(body).toEqual({ isForYou: false, emailHint: 'b•••@e•••.com', invitation: null })
    await test.database.orm.update(users).set({ emailVerified: true }).where(eq(users.id, unverified.user.id))
    expect((await test.send(invitations.accept, { params: { invitationId } }, unverified)).status).toBe(200)
  })

  it('keeps the role of a user who already is a member, and ends the invitation', async () => {
    const team = await makeTeam(test)
    const bob = await makeBob()
    const invitationId = await invite(test, team, bobsAddress, 'EDITOR')
    await test.database.orm.insert(workspaceMembers).values({
      workspaceId: team.workspace.id,
      userId: bob.user.id,
      role: 'APPROVER',
      joinedAt: new Date(),
    })
    const { body } = await test.send(invitations.accept, { params: { invitationId } }, bob)
    expect(body).toEqual({ workspaceId: team.workspace.id })
    const { body: read } = await test.send(workspaceCalls.read, { params: team.params }, bob)
    expect(read.role).toBe('APPROVER')
    expect((await test.send(invitations.mine, {}, bob)).body).toEqual([])
  })

  it('is refused after 14 days, and for a deleted or quarantined workspace', async () => {
    const team = await makeTeam(test)
    const bob = await makeBob()
    const invitationId = await invite(test, team, bobsAddress)
    const accept = async (as = bob as { session: string }) => {
      const { status, errorType } = await test.send(invitations.accept, { params: { invitationId } }, as)
      return `${status} ${errorType}`
    }
    const set = (values: Partial<typeof workspaces.$inferInsert>) =>
      test.database.orm.update(workspaces).set(values).where(eq(workspaces.id, team.workspace.id))
    await set({ quarantinedAt: new Date() })
    expect(await accept()).toBe('403 WorkspaceQuarantined')
    await set({ quarantinedAt: null, deletedAt: new Date() })
    expect(await accept()).toBe('404 NotFound')
    await set({ deletedAt: null })
    test.clockOffsetMs = 14 * dayMs + 1_000
    const later = await freshSession(bob.user)
    expect(await accept(later)).toBe('404 NotFound')
    expect((await test.send(invitations.mine, {}, later)).body).toEqual([])
  })

  it.each(['quarantinedAt', 'suspendedAt'] as const)(
    'is refused while the sender is paused: %s',
    async (pause) => {
      const team = await makeTeam(test)
      const bob = await makeBob()
      const invitationId = await invite(test, { ...team, owner: team.approver }, bobsAddress)
      const set = (at: Date | null) =>
        test.database.orm
          .update(users)
          .set({ [pause]: at })
          .where(eq(users.id, team.approver.user.id))
      await set(new Date())
      expect((await test.send(invitations.mine, {}, bob)).body).toEqual([])
      expect((await test.send(invitations.accept, { params: { invitationId } }, bob)).status).toBe(404)
      await set(null)
      expect((await test.send(invitations.accept, { params: { invitationId } }, bob)).status).toBe(200)
    },
  )

  it('does not restore tokens of an earlier membership', async () => {
    const team = await makeTeam(test)
    const bob = await makeBob()
    await join(test, team, bob)
    const facts = { userId: bob.user.id, workspaceId: team.workspace.id, kind: 'api' as const }
    const { token } = await issueToken(test, facts)
    await test.send(members.remove, { params: team.params, body: { email: bobsAddress } }, team.owner)
    await join(test, team, bob)
    const reply = await test.send(members.list, { params: team.params }, { bearer: token })
    expect(reply.errorType).toBe('TokenRevoked')
  })
})

describe('invitations.decline', () => {
  it('ends the invitation, records it, and allows a new invitation', async () => {
    const team = await makeTeam(test)
    const bob = await makeBob()
    const invitationId = await invite(test, team, bobsAddress)
    expect((await test.send(invitations.decline, { params: { invitationId } }, bob)).status).toBe(204)
    expect((await test.send(invitations.accept, { params: { invitationId } }, bob)).status).toBe(404)
    expect(await invite(test, team, bobsAddress)).not.toBe(invitationId)
    const { body } = await test.send(activity.list, { params: team.params }, team.owner)
    expect(body.map(({ act }) => act)).toContain('member.declined')
  })
})

describe('an invitation link', () => {
  it('shows the invitation to the invitee, and only a masked address to other users', async () => {
    const team = await makeTeam(test)
    const bob = await makeBob()
    const id = await invite(test, team, bobsAddress)
    const params = { code: mailedCode(test, bobsAddress) }
    const { body } = await test.send(invitations.byCode, { params }, bob)
    expect(body).toMatchObject({ isForYou: true, invitation: { id } })
    const other = await makeSignedIn(test)
    const { body: seen } = await test.send(invitations.byCode, { params }, other)
    expect(seen).toEqual({ isForYou: false, emailHint: 'b•••@e•••.com', invitation: null })
  })

  it('is new each time it is copied, and earlier links stay valid', async () => {
    const team = await makeTeam(test)
    const bob = await makeBob()
    const params = { ...team.params, invitationId: await invite(test, team, bobsAddress) }
    const urls = [
      (await test.send(invitations.link, { params }, team.approver)).body.url,
      (await test.send(invitations.link, { params }, team.owner)).body.url,
    ]
    expect(new Set(urls).size).toBe(2)
    for (const url of urls) {
      const code = url.replace(`${test.config.PORTAL_URL}/invitation/`, '')
      expect((await test.send(invitations.byCode, { params: { code } }, bob)).body.isForYou).toBe(true)
    }
  })

  it('returns 404 when the invitation was withdrawn or never existed', async () => {
    const team = await makeTeam(test)
    const bob = await makeBob()
    const invitationId = await invite(test, team, bobsAddress)
    const params = { code: mailedCode(test, bobsAddress) }
    const ofWorkspace = { params: { ...team.params, invitationId } }
    expect((await test.send(invitations.byCode, { params: { code: 'nothing' } }, bob)).status).toBe(404)
    await test.send(invitations.withdraw, ofWorkspace, team.approver)
    expect((await test.send(invitations.byCode, { params }, bob)).status).toBe(404)
    expect((await test.send(invitations.link, ofWorkspace, team.owner)).status).toBe(404)
    expect((await test.send(invitations.resend, ofWorkspace, team.owner)).status).toBe(404)
    expect((await test.send(invitations.withdraw, ofWorkspace, team.owner)).status).toBe(404)
  })
})

describe('invitations.resend', () => {
  it('extends an expired invitation by 14 days and mails it again', async () => {
    const team = await makeTeam(test)
    const invitationId = await invite(test, team, bobsAddress)
    const params = { ...team.params, invitationId }
    test.clockOffsetMs = 20 * dayMs
    const owner = await freshSession(team.owner.user)
    expect((await test.send(invitations.link, { params }, owner)).status).toBe(404)
    expect((await test.send(invitations.resend, { params }, owner)).status).toBe(204)
    expect(test.jobs.mailsTo(bobsAddress)).toHaveLength(2)
    const { body } = await test.send(members.list, { params }, owner)
    const invitation = body.find(({ email }) => email === bobsAddress)?.invitation
    expect(invitation).toMatchObject({ id: invitationId, isExpired: false })
    expect(Date.parse(invitation?.expiresAt ?? '')).toBeGreaterThan(test.now().getTime() + 13 * dayMs)
  })

  it('returns 404 for an invitation of another workspace, and so do withdraw and link', async () => {
    const team = await makeTeam(test)
    const invitationId = await invite(test, team, bobsAddress)
    const elsewhere = await makeSignedIn(test)
    const workspace = await makeWorkspace(test.database, elsewhere.user)
    const params = { workspaceId: workspace.id, invitationId }
    for (const call of [invitations.resend, invitations.withdraw, invitations.link])
      expect((await test.send(call, { params }, elsewhere)).status).toBe(404)
  })
})

it.each([
  ['resend it', true],
  ['invite the address again', false],
])('an invitation is from another manager once they %s', async (_, isResent) => {
  const team = await makeTeam(test)
  const bob = await makeBob()
  const invitationId = await invite(test, { ...team, owner: team.approver }, bobsAddress)
  // Within ten minutes, no further mail is sent.
  test.clockOffsetMs = 11 * minuteMs
  if (isResent) await test.send(invitations.resend, { params: { ...team.params, invitationId } }, team.owner)
  else await invite(test, team, bobsAddress)
  // This withdraws the open invitations that the approver sent.
  const body = { email: team.approver.user.email }
  expect((await test.send(members.remove, { params: team.params, body }, team.owner)).status).toBe(200)
  const { body: mine } = await test.send(invitations.mine, {}, bob)
  expect(mine).toMatchObject([{ invitedBy: { firstName: 'Olga', lastName: 'Owner' } }])
})

it('an invitation stays open when a user with another address tries to accept it', async () => {
  const team = await makeTeam(test)
  const invitationId = await invite(test, team, bobsAddress)
  const other = await makeSignedIn(test)
  await test.send(invitations.byCode, { params: { code: mailedCode(test, bobsAddress) } }, other)
  await test.send(invitations.accept, { params: { invitationId } }, other)
  const bob = await makeBob()
  expect((await test.send(invitations.accept, { params: { invitationId } }, bob)).status).toBe(200)
})

it('invitations.accept returns 401 to a user whose account is deleted', async () => {
  const team = await makeTeam(test)
  const gone = await makeUser(test.database, { email: bobsAddress, deletedAt: new Date() })
  const { token: session } = await makeSession(test.database, gone)
  const invitationId = await invite(test, team, bobsAddress)
  expect((await test.send(invitations.accept, { params: { invitationId } }, { session })).status).toBe(401)
})

testOutcomes(test, invitations, {
  mine: { ...sessionOnly, ...confined, ...emailNeeded, allOthers: ok },
  byCode: { ...sessionOnly, ...confined, invited: ok, allOthers: '404 NotFound' },
  accept: { ...ownWrite, invited: ok, allOthers: '404 NotFound', changesState: true },
  decline: {
    invited: done,
    ...ownWrite,
    neverTerms: '404 NotFound',
    oldTerms: '404 NotFound',
    allOthers: '404 NotFound',
    changesState: true,
  },
  resend: {
    ...workspaceWrite,
    ...ownerAndApprover('404 NotFound'),
    ...managed('404 NotFound'),
  },
  link: { ...workspaceWrite, ...ownerAndApprover('404 NotFound'), ...managed('404 NotFound') },
  withdraw: {
    ...workspaceWrite,
    ...ownerAndApprover('404 NotFound'),
    ...managed('404 NotFound'),
    quarantinedWorkspaceSession: '404 NotFound',
  },
})

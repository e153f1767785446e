import { activity } from '@portal/contract/activity/activity'
import { dayMs } from '@portal/contract/durations'
import { members } from '@portal/contract/members/members'
import { ownership } from '@portal/contract/ownership/ownership'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeSession, makeUser, type UserRow } from '../../testing/factories.ts'
import { issueToken } from '../../testing/issue-token.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { invite, makeTeam } from '../../testing/make-team.ts'
import {
  done,
  managed,
  type Outcomes,
  ok,
  ownerAndApprover,
  ownerOnly,
  reducing,
  sessionRead,
  workspaceRead,
  workspaceWrite,
} from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'

const test = useTestApp()

const emails = (list: { email: string }[]) => list.map(({ email }) => email)

describe('members.list', () => {
  it('returns the owner first, then members and invitees by email', async () => {
    const team = await makeTeam(test)
    await invite(test, team, 'Bob@example.com')
    await invite(test, team, 'zoe@example.com', 'APPROVER')
    const { status, body } = await test.send(members.list, { params: team.params }, team.editor)
    expect(status).toBe(200)
    expect(emails(body)).toEqual([
      'owner@example.com',
      'approver@example.com',
      'Bob@example.com',
      'editor@example.com',
      'zoe@example.com',
    ])
    expect(body.map(({ role, status: state }) => `${role} ${state}`)).toEqual([
      'OWNER active',
      'APPROVER active',
      'EDITOR invited',
      'EDITOR active',
      'APPROVER invited',
    ])
    expect(body[0]).toMatchObject({ userId: team.owner.user.id, firstName: 'Olga', invitation: null })
    expect(body[2]).toMatchObject({ firstName: null, lastName: null })
  })

  it('gives every row a unique userId, which is the invitation’s id for an invitee', async () => {
    const team = await makeTeam(test)
    const ids = [await invite(test, team, 'bob@example.com'), await invite(test, team, 'zoe@example.com')]
    const { body } = await test.send(members.list, { params: team.params }, team.owner)
    expect(new Set(body.map(({ userId }) => userId)).size).toBe(5)
    const invitees = body.filter(({ status }) => status === 'invited')
    expect(invitees.map(({ userId }) => userId)).toEqual(ids)
    expect(invitees.map(({ invitation }) => invitation?.id)).toEqual(ids)
  })

  it('returns the nickname, or else the part of the address before the @, and the signup date', async () => {
    const team = await makeTeam(test)
    const signupAt = new Date('2024-08-14T10:20:30.456Z')
    const named = { email: 'nick@example.com', nickname: 'nicky', signupAt }
    await addMember(test.database, team.workspace, await makeUser(test.database, named))
    const unnamed = { email: 'plain.name@example.com', nickname: null }
    await addMember(test.database, team.workspace, await makeUser(test.database, unnamed))
    for (const query of [{}, { limit: '50' }]) {
      const { body } = await test.send(members.list, { params: team.params, query }, team.owner)
      const rowOf = (email: string) => body.find((member) => member.email === email)
      expect(rowOf('nick@example.com')).toMatchObject({
        nickname: 'nicky',
        signupAt: '2024-08-14T10:20:30.456Z',
      })
      expect(rowOf('plain.name@example.com')?.nickname).toBe('plain.name')
    }
  })

  it('shows invitees with and without an account alike', async () => {
    const team = await makeTeam(test)
    await makeUser(test.database, { email: 'known@example.com', nickname: 'kay', firstName: 'Kay' })
    await invite(test, team, 'known@example.com')
    await invite(test, team, 'other@example.com')
    const { body } = await test.send(members.list, { params: team.params }, team.owner)
    const rowOf = (name: string) => {
      const row = body.find(({ email }) => email === `${name}@example.com`)
      const { userId: _id, email: _email, invitation, ...rest } = row ?? { invitation: null }
      return { ...rest, invitation: Object.keys(invitation ?? {}) }
    }
    expect(rowOf('known')).toMatchObject({ nickname: 'known', signupAt: null, firstName: null })
    expect({ ...rowOf('known'), nickname: '' }).toEqual({ ...rowOf('other'), nickname: '' })
  })

  it('includes expired invitations and marks them', async () => {
    const team = await makeTeam(test)
    await invite(test, team, 'bob@example.com')
    test.clockOffsetMs = 14 * dayMs + 1_000
    const { user } = team.owner
    const { body } = await test.send(members.list, { params: team.params }, await freshSession(user))
    expect(body.find(({ email }) => email === 'bob@example.com')?.invitation?.isExpired).toBe(true)
  })

  it.each(['api', 'instance'] as const)('returns no invitees to an %s token', async (kind) => {
    const team = await makeTeam(test)
    await invite(test, team, 'bob@example.com')
    const { token } = await issueToken(test, {
      userId: team.editor.user.id,
      workspaceId: team.workspace.id,
      kind,
    })
    for (const query of [{}, { limit: '50' }]) {
      const { body } = await test.send(members.list, { params: team.params, query }, { bearer: token })
      expect(emails(body)).toEqual(['owner@example.com', 'approver@example.com', 'editor@example.com'])
    }
  })

  it('returns pages that together are the whole list', async () => {
    const team = await makeTeam(test)
    for (const name of ['a', 'm', 'Zed', 'éa', '😀'])
      await addMember(
        test.database,
        team.workspace,
        await makeUser(test.database, { email: `${name}@example.com` }),
      )
    for (const name of ['b', 'n', 'ﬀ', 'éb']) await invite(test, team, `${name}@example.com`)
    const whole = (await test.send(members.list, { params: team.params }, team.owner)).body
    expect(whole).toHaveLength(12)
    for (const limit of ['1', '2', '5']) {
      const read: typeof whole = []
      for (let after: string | undefined; ; ) {
        const query = after === undefined ? { limit } : { limit, after }
        const { body } = await test.send(members.list, { params: team.params, query }, team.owner)
        read.push(...body)
        const last = body.at(-1)
        if (!last || body.length < Number(limit)) break
        after = last.userId
      }
      expect(read).toEqual(whole)
    }
  })

  it('continues after a row that was removed since the previous page', async () => {
    const team = await makeTeam(test)
    const bob = await makeSignedIn(test, { email: 'bob@example.com' })
    await invite(test, team, 'bob@example.com')
    const params = team.params
    await test.send(members.remove, { params, body: { email: 'bob@example.com' } }, team.owner)
    const query = { after: bob.user.id }
    const { body } = await test.send(members.list, { params, query }, team.owner)
    expect(emails(body)).toEqual(['editor@example.com'])
  })

  it('refuses a page key that is no member or invitation of the workspace', async () => {
    const team = await makeTeam(test)
    const stranger = await makeUser(test.database)
    for (const after of [stranger.id, 'nothing']) {
      const reply = await test.send(members.list, { params: team.params, query: { after } }, team.owner)
      expect(reply.errorType).toBe('ValidationError')
    }
  })
})

describe('members.remove', () => {
  it('revokes tokens of both kinds, mails the member, and returns the list without them', async () => {
    const team = await makeTeam(test)
    const ofEditor = { userId: team.editor.user.id, workspaceId: team.workspace.id }
    const api = await issueToken(test, { ...ofEditor, kind: 'api' })
    const instance = await issueToken(test, { ...ofEditor, kind: 'instance' })
    const body = { email: ' EDITOR@example.com ' }
    const reply = await test.send(members.remove, { params: team.params, body }, team.approver)
    expect(reply.status).toBe(200)
    expect(emails(reply.body)).toEqual(['owner@example.com', 'approver@example.com'])
    expect((await test.send(members.list, { params: team.params }, team.editor)).status).toBe(404)
    expect(test.jobs.mailsTo('editor@example.com')[0]?.subject).toMatch(/^You’ve been removed/)
    // A token of a former member is refused even without a revocation, so only a new membership shows it.
    await addMember(test.database, team.workspace, team.editor.user, 'EDITOR')
    for (const { token } of [api, instance]) {
      const { errorType } = await test.send(members.list, { params: team.params }, { bearer: token })
      expect(errorType).toBe('TokenRevoked')
    }
  })

  it('withdraws the invitation of an invitee', async () => {
    const team = await makeTeam(test)
    await invite(test, team, 'bob@example.com')
    const body = { email: 'BOB@example.com' }
    const reply = await test.send(members.remove, { params: team.params, body }, team.owner)
    expect(emails(reply.body)).not.toContain('bob@example.com')
    const { body: acts } = await test.send(activity.list, { params: team.params }, team.owner)
    expect(acts.map(({ act }) => act).sort()).toEqual(['member.invitation-withdrawn', 'member.invited'])
  })

  it('removes an ownership offer to the member', async () => {
    const team = await makeTeam(test)
    const { params, editor, owner } = team
    await test.send(ownership.offer, { params, body: { userId: editor.user.id } }, owner)
    await test.send(members.remove, { params, body: { email: editor.user.email } }, owner)
    await addMember(test.database, team.workspace, editor.user, 'EDITOR')
    expect((await test.send(ownership.mine, {}, editor)).body).toEqual([])
    expect((await test.send(ownership.accept, { params }, editor)).status).toBe(404)
  })

  it('refuses the owner, an unknown address and an empty address', async () => {
    const { params, approver } = await makeTeam(test)
    const remove = async (email: string) =>
      (await test.send(members.remove, { params, body: { email } }, approver)).errorType
    expect(await remove('owner@example.com')).toBe('OwnerLocked')
    expect(await remove('nobody@example.com')).toBe('NotFound')
    expect(await remove('')).toBe('ValidationError')
  })

  it('would revoke the tokens that members.access lists', async () => {
    const team = await makeTeam(test)
    const { params, editor, approver } = team
    const ofEditor = { userId: editor.user.id, workspaceId: team.workspace.id }
    const open = await issueToken(test, { ...ofEditor, kind: 'api' })
    await issueToken(test, { ...ofEditor, kind: 'api', revokedAt: new Date() })
    await issueToken(test, { ...ofEditor, kind: 'instance', expiresAt: new Date(Date.now() - 1_000) })
    const asked = { params: { ...params, userId: editor.user.id } }
    const { body } = await test.send(members.access, asked, approver)
    expect(body.tokens).toMatchObject([{ id: open.id, kind: 'api', lastUsedAt: null }])
    const stranger = { params: { ...params, userId: (await makeUser(test.database)).id } }
    expect((await test.send(members.access, stranger, approver)).status).toBe(404)
  })
})

describe('members.leave', () => {
  it('ends the membership and revokes its tokens', async () => {
    const team = await makeTeam(test)
    const facts = { userId: team.editor.user.id, workspaceId: team.workspace.id, kind: 'api' as const }
    const { token } = await issueToken(test, facts)
    expect((await test.send(members.leave, { params: team.params }, team.editor)).status).toBe(204)
    expect((await test.send(members.leave, { params: team.params }, team.editor)).status).toBe(404)
    await addMember(test.database, team.workspace, team.editor.user, 'EDITOR')
    expect((await test.send(members.list, { params: team.params }, { bearer: token })).errorType).toBe(
      'TokenRevoked',
    )
    expect(test.jobs.sent).toEqual([])
  })

  it('is refused to the owner, by POST and by DELETE', async () => {
    const { params, owner } = await makeTeam(test)
    expect((await test.send(members.leave, { params }, owner)).errorType).toBe('OwnerLocked')
    expect((await test.send(members.leaveByDelete, { params }, owner)).errorType).toBe('OwnerLocked')
  })

  it('does the same by DELETE as by POST, and returns the members who remain, without invitees', async () => {
    const team = await makeTeam(test)
    const { params, editor, owner } = team
    await test.send(ownership.offer, { params, body: { userId: editor.user.id } }, owner)
    const facts = { userId: editor.user.id, workspaceId: team.workspace.id, kind: 'api' as const }
    const { token } = await issueToken(test, facts)
    await invite(test, team, 'invitee@example.com')
    const left = await test.send(members.leaveByDelete, { params }, editor)
    expect(left.status).toBe(200)
    expect(left.body.map(({ email }) => email)).toEqual(['owner@example.com', 'approver@example.com'])
    expect((await test.send(members.list, { params }, { bearer: token })).errorType).toBe('TokenRevoked')
    expect((await test.send(members.leaveByDelete, { params }, editor)).status).toBe(404)
    const { body: acts } = await test.send(activity.list, { params }, owner)
    expect(acts.map(({ act }) => act).sort()).toEqual([
      'member.invited',
      'member.left',
      'ownership.declined',
      'ownership.offered',
    ])
  })
})

it('every call for the members of a workspace returns 404 to a user who is not a member', async () => {
  const { params, editor } = await makeTeam(test)
  const stranger = await makeSignedIn(test)
  const replies = [
    await test.send(members.list, { params }, stranger),
    await test.send(members.invite, { params, body: { email: 'bob@example.com' } }, stranger),
    await test.send(members.remove, { params, body: { email: 'owner@example.com' } }, stranger),
    await test.send(
      members.changeRole,
      { params, body: { userId: editor.user.id, role: 'EDITOR' } },
      stranger,
    ),
    await test.send(members.leave, { params }, stranger),
    await test.send(members.leaveByDelete, { params }, stranger),
  ]
  expect(replies.map(({ status, errorType }) => `${status} ${errorType}`)).toEqual(
    replies.map(() => '404 NotFound'),
  )
})

/** Creates a session that is valid after the clock has moved. */
async function freshSession(user: UserRow) {
  const { token } = await makeSession(test.database, user, {
    lastSeenAt: test.now(),
    expiresAt: new Date(test.now().getTime() + dayMs),
  })
  return { session: token }
}

const leaving: Outcomes = {
  ...reducing,
  ...managed('409 OwnerLocked'),
  owner: '409 OwnerLocked',
  quarantinedWorkspaceSession: '409 OwnerLocked',
  allOthers: done,
}

testOutcomes(test, members, {
  list: { ...workspaceRead, quarantinedWorkspaceSession: ok },
  invite: {
    ...workspaceWrite,
    ...ownerAndApprover(ok),
    ...managed(ok),
    body: { email: 'somebody.new@example.com' },
  },
  changeRole: {
    ...workspaceWrite,
    ...ownerOnly('409 OwnerLocked'),
    ...managed('409 OwnerLocked'),
    body: ({ userId }) => ({ userId, role: 'EDITOR' as const }),
  },
  remove: {
    ...workspaceWrite,
    ...ownerAndApprover('404 NotFound'),
    ...managed('404 NotFound'),
    quarantinedWorkspaceSession: '404 NotFound',
    body: { email: 'nobody@example.com' },
  },
  // Of another member, only those who may remove members read it (features/members/left-behind.test.ts).
  access: { ...sessionRead, quarantinedWorkspaceSession: ok, allOthers: ok },
  leave: { ...leaving, changesState: true },
  leaveByDelete: { ...leaving, allOthers: ok },
})

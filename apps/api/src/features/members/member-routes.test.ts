import { activity } from '@portal/contract/activity'
import { members } from '@portal/contract/members'
import { ownership } from '@portal/contract/ownership'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeSession, makeUser, type UserRow } from '../../testing/factories.ts'
import { issueToken } from '../../testing/issue-token.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { invite, makeTeam } from '../../testing/make-team.ts'

const test = useTestApp()
const dayMs = 86_400_000

const emails = (list: { email: string }[]) => list.map(({ email }) => email)

describe('the list of members', () => {
  it('has the owner first, then everybody by e-mail, the invited among them', async () => {
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
    expect(body[2]).toMatchObject({ userId: null, firstName: null, lastName: null })
  })

  it('keeps an expired invitation in it, and says so', async () => {
    const team = await makeTeam(test)
    await invite(test, team, 'bob@example.com')
    test.clockOffsetMs = 14 * dayMs + 1_000
    const { user } = team.owner
    const { body } = await test.send(members.list, { params: team.params }, await freshSession(user))
    expect(body.find(({ email }) => email === 'bob@example.com')?.invitation?.isExpired).toBe(true)
  })

  it.each(['api', 'instance'] as const)('shows active members only to an %s token', async (kind) => {
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

  it('comes in pages by key that together are the whole list', async () => {
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
        after = last.userId ?? last.invitation?.id
      }
      expect(read).toEqual(whole)
    }
  })

  it('goes on behind somebody who has left since the page before', async () => {
    const team = await makeTeam(test)
    const bob = await makeSignedIn(test, { email: 'bob@example.com' })
    await invite(test, team, 'bob@example.com')
    const params = team.params
    await test.send(members.remove, { params, body: { email: 'bob@example.com' } }, team.owner)
    const query = { after: bob.user.id }
    const { body } = await test.send(members.list, { params, query }, team.owner)
    expect(emails(body)).toEqual(['editor@example.com'])
  })

  it('refuses a key that names nobody of this workspace', async () => {
    const team = await makeTeam(test)
    const stranger = await makeUser(test.database)
    for (const after of [stranger.id, 'nothing', '']) {
      const reply = await test.send(members.list, { params: team.params, query: { after } }, team.owner)
      expect(reply.errorType).toBe('ValidationError')
    }
  })
})

describe('changing a role', () => {
  it('changes it, records it and mails the member', async () => {
    const team = await makeTeam(test)
    const body = { userId: team.editor.user.id, role: 'APPROVER' as const }
    const reply = await test.send(members.changeRole, { params: team.params, body }, team.owner)
    expect(reply.body.find(({ userId }) => userId === body.userId)?.role).toBe('APPROVER')
    expect(test.jobs.mailsTo('editor@example.com')[0]?.text).toContain('has made you Approver')
    const { body: acts } = await test.send(activity.list, { params: team.params }, team.owner)
    expect(acts[0]).toMatchObject({
      act: 'member.role-changed',
      subject: 'editor@example.com: EDITOR → APPROVER',
      actor: { email: 'owner@example.com' },
    })
  })

  it('refuses the owner, the role of owner, the same role, an unknown role and a stranger', async () => {
    const team = await makeTeam(test)
    const stranger = await makeUser(test.database)
    const change = async (userId: string, role: string) => {
      const body = { userId, role: role as 'EDITOR' }
      const { status, errorType } = await test.send(
        members.changeRole,
        { params: team.params, body },
        team.owner,
      )
      return `${status} ${errorType}`
    }
    expect(await change(team.owner.user.id, 'EDITOR')).toBe('409 OwnerLocked')
    expect(await change(team.owner.user.id, 'OWNER')).toBe('409 OwnerLocked')
    expect(await change(team.editor.user.id, 'OWNER')).toBe('409 OwnerLocked')
    expect(await change(team.editor.user.id, 'EDITOR')).toBe('409 Conflict')
    expect(await change(team.editor.user.id, 'ADMIN')).toBe('400 ValidationError')
    expect(await change(stranger.id, 'EDITOR')).toBe('404 NotFound')
    expect(test.jobs.sent).toEqual([])
  })
})

describe('removing a member', () => {
  it('ends tokens of both kinds, mails the person, and shows in the list', async () => {
    const team = await makeTeam(test)
    const ofEditor = { userId: team.editor.user.id, workspaceId: team.workspace.id }
    const api = await issueToken(test, { ...ofEditor, kind: 'api' })
    const instance = await issueToken(test, { ...ofEditor, kind: 'instance' })
    const body = { email: ' EDITOR@example.com ' }
    const reply = await test.send(members.remove, { params: team.params, body }, team.approver)
    expect(reply.status).toBe(200)
    expect(emails(reply.body)).toEqual(['owner@example.com', 'approver@example.com'])
    for (const { token } of [api, instance]) {
      const { errorType } = await test.send(members.list, { params: team.params }, { bearer: token })
      expect(errorType).toBe('TokenRevoked')
    }
    expect((await test.send(members.list, { params: team.params }, team.editor)).status).toBe(404)
    expect(test.jobs.mailsTo('editor@example.com')[0]?.subject).toMatch(/^You have been removed/)
  })

  it('withdraws the invitation of somebody invited', async () => {
    const team = await makeTeam(test)
    await invite(test, team, 'bob@example.com')
    const body = { email: 'BOB@example.com' }
    const reply = await test.send(members.remove, { params: team.params, body }, team.owner)
    expect(emails(reply.body)).not.toContain('bob@example.com')
    const { body: acts } = await test.send(activity.list, { params: team.params }, team.owner)
    expect(acts.map(({ act }) => act).sort()).toEqual(['member.invitation-withdrawn', 'member.invited'])
  })

  it('takes an ownership offer to the person with it', async () => {
    const team = await makeTeam(test)
    const { params, editor, owner } = team
    await test.send(ownership.offer, { params, body: { userId: editor.user.id } }, owner)
    await test.send(members.remove, { params, body: { email: editor.user.email } }, owner)
    await addMember(test.database, team.workspace, editor.user, 'EDITOR')
    expect((await test.send(ownership.mine, {}, editor)).body).toEqual([])
    expect((await test.send(ownership.accept, { params }, editor)).status).toBe(404)
  })

  it('refuses the owner and an address that is not there', async () => {
    const { params, approver } = await makeTeam(test)
    const remove = async (email: string) =>
      (await test.send(members.remove, { params, body: { email } }, approver)).errorType
    expect(await remove('owner@example.com')).toBe('OwnerLocked')
    expect(await remove('nobody@example.com')).toBe('NotFound')
    expect(await remove('')).toBe('ValidationError')
  })

  it('says before what would end with it, and tells that to owners and approvers only', async () => {
    const team = await makeTeam(test)
    const { params, editor, approver } = team
    const ofEditor = { userId: editor.user.id, workspaceId: team.workspace.id }
    const open = await issueToken(test, { ...ofEditor, kind: 'api' })
    await issueToken(test, { ...ofEditor, kind: 'api', revokedAt: new Date() })
    await issueToken(test, { ...ofEditor, kind: 'instance', expiresAt: new Date(Date.now() - 1_000) })
    const asked = { params: { ...params, userId: editor.user.id } }
    const { body } = await test.send(members.access, asked, approver)
    expect(body.tokens).toMatchObject([{ id: open.id, kind: 'api', lastUsedAt: null }])
    expect((await test.send(members.access, asked, editor)).errorType).toBe('NotAllowed')
    const stranger = { params: { ...params, userId: (await makeUser(test.database)).id } }
    expect((await test.send(members.access, stranger, approver)).status).toBe(404)
  })
})

describe('leaving', () => {
  it('ends the membership and its tokens', async () => {
    const team = await makeTeam(test)
    const facts = { userId: team.editor.user.id, workspaceId: team.workspace.id, kind: 'api' as const }
    const { token } = await issueToken(test, facts)
    expect((await test.send(members.leave, { params: team.params }, team.editor)).status).toBe(204)
    expect((await test.send(members.list, { params: team.params }, { bearer: token })).errorType).toBe(
      'TokenRevoked',
    )
    expect((await test.send(members.leave, { params: team.params }, team.editor)).status).toBe(404)
    expect(test.jobs.sent).toEqual([])
  })

  it('is refused to the owner', async () => {
    const { params, owner } = await makeTeam(test)
    expect((await test.send(members.leave, { params }, owner)).errorType).toBe('OwnerLocked')
  })
})

it('tells a stranger nothing', async () => {
  const { params, editor } = await makeTeam(test)
  const stranger = await makeSignedIn(test)
  const tries = [
    await test.send(members.list, { params }, stranger),
    await test.send(members.invite, { params, body: { email: 'bob@example.com' } }, stranger),
    await test.send(members.remove, { params, body: { email: 'owner@example.com' } }, stranger),
    await test.send(
      members.changeRole,
      { params, body: { userId: editor.user.id, role: 'EDITOR' } },
      stranger,
    ),
    await test.send(members.leave, { params }, stranger),
  ]
  expect(tries.map(({ status, errorType }) => `${status} ${errorType}`)).toEqual(
    tries.map(() => '404 NotFound'),
  )
})

/** A session that is fresh after the clock has moved. */
async function freshSession(user: UserRow) {
  const { token } = await makeSession(test.database, user, {
    lastSeenAt: test.now(),
    expiresAt: new Date(test.now().getTime() + dayMs),
  })
  return { session: token }
}

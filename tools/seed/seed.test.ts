import { isUlid } from '@portal/contract/text/text-rules'
import { count } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../apps/api/src/db/database.ts'
import { users } from '../../apps/api/src/features/account/user-table.ts'
import { tosAgreements } from '../../apps/api/src/features/legal/legal-table.ts'
import { workspaceMembers } from '../../apps/api/src/features/members/member-table.ts'
import { identities } from '../../apps/api/src/features/sessions/identity-table.ts'
import { workspaces } from '../../apps/api/src/features/workspaces/workspace-table.ts'
import { openTestDatabase, truncateAll } from '../../apps/api/src/testing/open-test-database.ts'
import { seedDemo } from './demo.ts'
import { fill } from './fill.ts'
import { termsVersions } from './terms-versions.ts'

let database: Database

const plan = { users: 300, workspaces: 450, olderTerms: '2023-03-30', newestTerms: '2024-09-25' }
const demo = () =>
  seedDemo(database, {
    managedUrl: 'http://localhost:8081',
    localUrl: 'http://localhost:8080',
    termsVersion: '2024-09-25',
    now: new Date(),
  })

async function everything() {
  const tables = [users, identities, tosAgreements, workspaces, workspaceMembers]
  return Promise.all(
    tables.map(async (table) => (await database.orm.select({ rows: count() }).from(table))[0]?.rows),
  )
}

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => truncateAll(database))
afterAll(() => database.close())

describe('a filled database', () => {
  it('has the requested users and workspaces, each with one owner and a time-ordered id', async () => {
    await fill(database, plan)
    const people = await database.orm.select().from(users).orderBy(users.id)
    const all = await database.orm.select().from(workspaces).orderBy(workspaces.id)
    const members = await database.orm.select().from(workspaceMembers)
    const owners = members.filter(({ role }) => role === 'OWNER')
    expect([people.length, all.length, owners.length]).toEqual([300, 450, 450])
    expect(members.length).toBeGreaterThan(900)
    expect([...people, ...all].every(({ id }) => isUlid(id))).toBe(true)
    const times = people.map(({ signupAt }) => signupAt.getTime())
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const ownerOf = new Map(owners.map((row) => [row.workspaceId, row.userId]))
    expect(all.every((row) => ownerOf.get(row.id) === row.creatorUserId)).toBe(true)
    const withDefault = people.filter((person) => ownerOf.get(person.defaultWorkspaceId ?? '') === person.id)
    expect(withDefault).toHaveLength(300)
  })

  it('does not change if filled again, and grows if filled with more', async () => {
    await fill(database, plan)
    const before = await everything()
    await fill(database, plan)
    expect(await everything()).toEqual(before)
    await fill(database, { ...plan, users: 400 })
    expect((await everything())[0]).toBe(400)
  })

  it('can also contain the demo users, and can have a single user', async () => {
    await demo()
    await fill(database, { ...plan, users: 1, workspaces: 5 })
    expect((await everything()).slice(0, 2)).toEqual([12, 12])
  })
})

describe('the versions of the terms', () => {
  it('are the newest or configured one and the one before', async () => {
    expect(await termsVersions({})).toEqual({ newestTerms: '2024-09-25', olderTerms: '2023-03-30' })
    expect(await termsVersions({ TERMS_VERSION: '2023-03-30' })).toMatchObject({ newestTerms: '2023-03-30' })
  })

  it('are refused as by the API if the configured one does not exist', async () => {
    await expect(termsVersions({ TERMS_VERSION: '2024-01-01' })).rejects.toThrow(
      'TERMS_VERSION: 2024-01-01 is not among',
    )
  })
})

import { eq, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeUser, makeWorkspace } from '../../testing/factories.ts'
import { openTestDatabase, truncateAll } from '../../testing/open-test-database.ts'
import type { Database, Orm } from '../database.ts'
import { users } from '../schema/users.ts'
import { workspaces } from '../schema/workspaces.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await truncateAll(database)
  const user = await makeUser(database)
  await makeWorkspace(database, user)
  await makeUser(database)
})

const person = {
  email: users.email,
  isVerified: users.emailVerified,
  at: users.signupAt,
  gone: users.deletedAt,
}

/** Builds the same statement for each way to run it. */
const statements: Record<
  string,
  (db: Orm) => PromiseLike<unknown[]> & { prepare(name: string): { execute(): Promise<unknown[]> } }
> = {
  'plain columns': (db) => db.select(person).from(users).orderBy(users.id),
  'an expression and a count': (db) =>
    db
      .select({ ...person, length: sql<number>`length(${users.email})`, one: sql`1`.mapWith(Number) })
      .from(users),
  'an object in each row': (db) =>
    db
      .select({ id: workspaces.id, at: workspaces.createdAt, creator: person })
      .from(workspaces)
      .innerJoin(users, eq(users.id, workspaces.creatorUserId)),
  'an object of an outer join': (db) =>
    db
      .select({ email: users.email, workspace: { id: workspaces.id, at: workspaces.createdAt } })
      .from(users)
      .leftJoin(workspaces, eq(workspaces.creatorUserId, users.id))
      .orderBy(users.id),
  'a union': (db) => {
    const at = sql<Date | null>`null::timestamptz`.mapWith(users.signupAt).as('at')
    const both = unionAll(
      db.select({ id: users.id, at }).from(users),
      db.select({ id: workspaces.id, at: workspaces.createdAt }).from(workspaces),
    ).as('both')
    return db.select().from(both).orderBy(both.id)
  },
}

const hasQuickRows = (statement: object) =>
  typeof (statement as { customResultMapper?: unknown }).customResultMapper === 'function'

describe('the fast path', () => {
  it.each(Object.entries(statements))('returns the same rows as Drizzle for %s', async (name, build) => {
    // Transactions keep Drizzle's decoder.
    const slow = await database.transaction(async (tx) => {
      const statement = build(tx).prepare(name)
      const rows = await statement.execute()
      expect(hasQuickRows(statement)).toBe(false)
      return rows
    })
    const prepared = build(database.orm).prepare(name)
    for (const quick of [await build(database.orm), await prepared.execute(), await prepared.execute()]) {
      expect(slow.length).toBeGreaterThan(0)
      expect(quick).toStrictEqual(slow)
      expect(quick.map((row) => JSON.stringify(row))).toEqual(slow.map((row) => JSON.stringify(row)))
    }
    expect(hasQuickRows(prepared)).toBe(name !== 'an object of an outer join')
  })
})

import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeUser } from '../testing/factories.ts'
import { openTestDatabase, truncateAll } from '../testing/open-test-database.ts'
import type { Database, Orm } from './database.ts'
import { prepared } from './prepared.ts'
import { users } from './schema/users.ts'

let database: Database

const userById = (db: Orm) =>
  prepared(db, 'test_user_by_id', (db, name) =>
    db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(users.id, sql.placeholder('id')))
      .prepare(name),
  )

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => truncateAll(database))

describe('a prepared statement', () => {
  it('is built once per database', () => {
    const build = vi.fn(() => ({}))
    const first = prepared(database.orm, 'test_once', build)
    expect(prepared(database.orm, 'test_once', build)).toBe(first)
    expect(build).toHaveBeenCalledTimes(1)
  })

  it('returns typed rows on every execution', async () => {
    const user = await makeUser(database)
    for (let round = 0; round < 3; round++) {
      const rows = await userById(database.orm).execute({ id: user.id })
      expect(rows[0]?.email satisfies string | undefined).toBe(user.email)
    }
  })

  it('sees the uncommitted rows of its transaction', async () => {
    await userById(database.orm).execute({ id: 'nobody' })
    await expect(
      database.transaction(async (tx) => {
        const user = await makeUser({ orm: tx })
        expect(await userById(tx).execute({ id: user.id })).toHaveLength(1)
        throw new Error('undo')
      }),
    ).rejects.toThrow('undo')
    expect(await database.orm.select().from(users)).toEqual([])
  })

  it('works for concurrent callers, inside and outside transactions', async () => {
    const user = await makeUser(database)
    const found = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        at % 3 === 0
          ? database.transaction((tx) => userById(tx).execute({ id: user.id }))
          : userById(database.orm).execute({ id: user.id }),
      ),
    )
    expect(found.every((rows) => rows[0]?.id === user.id)).toBe(true)
  })
})

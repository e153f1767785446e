import { DrizzleQueryError, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '../features/account/user-table.ts'
import { addMember, makeUser, makeWorkspace } from '../testing/factories.ts'
import { failureOf } from '../testing/failure-of.ts'
import { openTestDatabase, truncateAll } from '../testing/open-test-database.ts'
import type { Database } from './database.ts'
import {
  asDatabaseUnavailable,
  DatabaseUnavailableError,
  driverUnavailable,
  isTransactionConflict,
  isUniqueViolation,
  violatedForeignKey,
  violatedUnique,
} from './database-errors.ts'

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => truncateAll(database))

describe('constraint errors', () => {
  it('name the violated unique index', async () => {
    await makeUser(database, { email: 'one@example.com' })
    const error = await failureOf(makeUser(database, { email: 'ONE@example.com' }))
    expect(violatedUnique(error)).toBe('users_verified_email_key')
    expect(isUniqueViolation(error, 'users_verified_email_key')).toBe(true)
    expect(isUniqueViolation(error, 'another')).toBe(false)
    expect(asDatabaseUnavailable(error)).toBeUndefined()
  })

  it('name the violated unique index in a transaction', async () => {
    const owner = await makeUser(database)
    const other = await makeUser(database)
    const workspace = await makeWorkspace(database, owner)
    const error = await failureOf(
      database.transaction((tx) => addMember({ orm: tx }, workspace, other, 'OWNER')),
    )
    expect(violatedUnique(error)).toBe('workspace_members_one_owner')
  })

  it('name the violated foreign key', async () => {
    const owner = await makeUser(database)
    const error = await failureOf(makeWorkspace(database, { ...owner, id: 'nobody' }))
    expect(violatedForeignKey(error)).toBe('workspaces_creator_user_id_users_id_fk')
    expect(isUniqueViolation(error)).toBe(false)
  })
})

describe('asDatabaseUnavailable', () => {
  it('ignores the error of an invalid statement', async () => {
    expect(asDatabaseUnavailable(await failureOf(database.orm.execute(sql`select nonsense`)))).toBeUndefined()
    expect(asDatabaseUnavailable(new Error('anything else'))).toBeUndefined()
    expect(asDatabaseUnavailable(undefined)).toBeUndefined()
  })

  it('recognizes a closed database', async () => {
    const closed = await openTestDatabase()
    await closed.close()
    await closed.close()
    const error = await failureOf(closed.orm.select().from(users))
    expect(asDatabaseUnavailable(error)).toBeInstanceOf(DatabaseUnavailableError)
    await expect(closed.ping(1_000)).rejects.toThrow(DatabaseUnavailableError)
    expect(
      asDatabaseUnavailable(await failureOf(closed.transaction((tx) => makeUser({ orm: tx })))),
    ).toBeDefined()
  })

  it('ignores the refused connection of another service', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    expect(asDatabaseUnavailable(new TypeError('fetch failed', { cause: refused }))).toBeUndefined()
    const query = new DrizzleQueryError('select 1', [], refused)
    expect(asDatabaseUnavailable(new Error('outer', { cause: query }))?.message).toBe(
      'The database does not answer: connect ECONNREFUSED',
    )
    expect(driverUnavailable(refused)).toBeInstanceOf(DatabaseUnavailableError)
  })

  it('says that the database accepts no writes when it refuses one', () => {
    const readOnly = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), {
      code: '25006',
    })
    expect(asDatabaseUnavailable(readOnly)?.message).toBe(
      'The database accepts no writes: cannot execute INSERT in a read-only transaction',
    )
  })

  it('terminates on a circular cause chain', () => {
    const loop = new Error('loop')
    loop.cause = loop
    expect(asDatabaseUnavailable(loop)).toBeUndefined()
  })
})

describe('database.transaction', () => {
  it('runs again after a deadlock with another transaction, so that both succeed', async () => {
    const [one, two] = [await makeUser(database), await makeUser(database)]
    const conflicts: unknown[] = []
    let arrive = () => {}
    const bothHaveOne = new Promise<void>((resolve) => {
      let arrived = 0
      arrive = () => {
        arrived += 1
        if (arrived === 2) resolve()
      }
    })
    const rename = (first: string, second: string) =>
      database.transaction(async (tx) => {
        await tx.update(users).set({ nickname: 'first' }).where(eq(users.id, first))
        arrive()
        await bothHaveOne
        await tx
          .update(users)
          .set({ nickname: 'second' })
          .where(eq(users.id, second))
          .catch((error: unknown) => {
            conflicts.push(error)
            throw error
          })
      })
    await Promise.all([rename(one.id, two.id), rename(two.id, one.id)])
    // The second attempt can meet the other transaction again.
    expect(conflicts.length).toBeGreaterThan(0)
    expect(conflicts.every(isTransactionConflict)).toBe(true)
  })
})

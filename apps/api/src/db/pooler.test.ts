import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { users } from '../features/account/user-table.ts'
import { operatorMessageOf } from '../operator-message.ts'
import { closeAtEnd } from '../testing/close-at-end.ts'
import { makeUser } from '../testing/factories.ts'
import { failureOf } from '../testing/failure-of.ts'
import { makePostgresDatabase } from '../testing/open-test-database.ts'
import { StartupFilter } from '../testing/startup-filter.ts'
import type { Database, Orm } from './database.ts'
import { asDatabaseUnavailable, asUnusableServer } from './database-errors.ts'
import { openDatabase } from './open-database.ts'

const limits = {
  limit: sql<string>`current_setting('statement_timeout')`,
  idleLimit: sql<string>`current_setting('idle_in_transaction_session_timeout')`,
  parallel: sql<string>`current_setting('max_parallel_workers_per_gather')`,
}

/** The limits of a statement. */
async function limitsOf(db: Orm) {
  const [row] = await db.select(limits).from(sql`(select 1) as one`)
  return row
}

/** The number of named statements of a session that has run one. */
async function namedOf(database: Database) {
  const text = 'select count(*)::int as named from pg_prepared_statements'
  const [row] = await database.query<{ named: number }>({ name: 'test_named', text, values: [] })
  return row?.named
}

describe('openDatabase behind a connection pooler', () => {
  let direct: string
  let pooled: string

  beforeAll(async () => {
    direct = await makePostgresDatabase()
    const filter = new StartupFilter(direct)
    closeAtEnd(() => filter.close())
    pooled = await filter.open()
  })

  const open = async (statementLimitMs: number) => {
    const database = await openDatabase({ databaseUrl: pooled, isPooled: true, statementLimitMs })
    onTestFinished(() => database.close())
    return database
  }

  it('limits every statement, inside and outside of transactions, and names none', async () => {
    const database = await open(5_000)
    const expected = { limit: '4500ms', idleLimit: '30s', parallel: '0' }
    expect(await limitsOf(database.orm)).toEqual(expected)
    expect(await database.transaction(limitsOf)).toEqual(expected)
    expect(await limitsOf(database.upkeep)).toEqual({ ...expected, limit: '54s' })
    const { rows } = await database.queue.executeSql('show statement_timeout')
    expect(rows).toEqual([{ statement_timeout: '7200ms' }])
    await database.ping(1_000)
    expect(await namedOf(database)).toBe(0)
  })

  it('limits statements as a direct connection does, which keeps named statements', async () => {
    const database = await openDatabase({ databaseUrl: direct, statementLimitMs: 5_000 })
    onTestFinished(() => database.close())
    const expected = { limit: '4500ms', idleLimit: '30s', parallel: '0' }
    expect(await limitsOf(database.orm)).toEqual(expected)
    expect(await database.transaction(limitsOf)).toEqual(expected)
    expect(await namedOf(database)).toBe(1)
  })

  it('rolls a failed statement back and stays usable', async () => {
    const database = await open(5_000)
    await makeUser(database, { email: 'one@example.com' })
    expect(await failureOf(makeUser(database, { email: 'one@example.com' }))).toBeDefined()
    const timedOut = await failureOf(database.orm.execute(sql`select pg_sleep(20)`))
    expect(asDatabaseUnavailable(timedOut)?.message).toContain('statement timeout')
    expect(await database.orm.select().from(users)).toHaveLength(1)
  })
})

describe('a connection pooler that the configuration does not mention', () => {
  it.each([
    [
      'refuses the settings of a session',
      'unsupported startup parameter: statement_timeout',
      'A connection pooler, such as PgBouncer, is in front of PostgreSQL. Set DATABASE_POOLER=transaction.',
    ],
    [
      'runs single statements only',
      'transaction blocks not allowed in statement pooling mode',
      'The connection pooler in front of PostgreSQL separates the statements of a transaction. In PgBouncer, set pool_mode = transaction for this database.',
    ],
  ])('is named to the operator if it %s', (_what, message, sentence) => {
    const error = Object.assign(new Error(message), { code: '08P01' })
    expect(operatorMessageOf(asUnusableServer(error))).toBe(sentence)
  })

  it.each(['26000', '42P05'])('is suspected if a named statement fails with %s', (code) => {
    const error = Object.assign(new Error('prepared statement "ready" …'), { code })
    expect(asDatabaseUnavailable(error)?.message).toMatch(
      / If a connection pooler .* set DATABASE_POOLER=transaction$/,
    )
  })
})

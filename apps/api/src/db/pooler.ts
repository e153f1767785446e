/**
 * Connection poolers such as PgBouncer. In transaction mode each transaction may run on another connection of the server, so
 * settings and prepared statements of a session are lost. See docs/decisions/0036-limits-survive-a-pooler.md.
 */
import pg from 'pg'
import { driverError, driverUnavailable } from './database-errors.ts'
import { connectLimitMs, idleTransactionLimitMs, withoutParallelWorkers } from './limits.ts'
import type { Query } from './timed-query.ts'

/** Sets the limits for one transaction, because settings of the session don't survive the pooler. */
export const limitTransaction = (statementMs: number) =>
  `set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${idleTransactionLimitMs}; set local ${withoutParallelWorkers}`

/** Wraps a driver's `query` so that it prepares no named statement, which the next transaction might not find. */
export function withoutName(query: Query): Query {
  return (statement, ...values) => {
    const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement
    return query(isNamed ? { ...statement, name: undefined } : statement, ...values)
  }
}

/** An unusual value, which no role or database has by default. */
const probeLimitMs = 59_973
/** PgBouncer's SQLSTATE for a transaction in statement mode. */
const protocolViolation = '08P01'
const limitOf = `select setting::int as "limitMs" from pg_settings where name = 'statement_timeout'`

/** A server that can't be used as it is configured. The message says what to change. */
export class UnusableServer extends Error {
  override readonly name = 'UnusableServer'
}

/**
 * Whether a pooler is in front of the server: it refuses or ignores the settings of a new session.
 * @throws UnusableServer if statements would have no time limit.
 */
export async function detectPooler(url: string, limitMs = connectLimitMs): Promise<boolean> {
  const settings = {
    statement_timeout: probeLimitMs,
    options: `-c ${withoutParallelWorkers}`,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  }
  return withClient(url, settings, async (client) => {
    return (await readLimit(client)) !== probeLimitMs
  }).catch(async (error: unknown) => {
    if (!/unsupported startup parameter/i.test(String(error))) throw driverUnavailable(error) ?? error
    return true
  })
}

/** @throws UnusableServer if a transaction can't limit its statements. */
export async function requireTransactionLimits(url: string): Promise<void> {
  await withClient(url, {}, async (client) => {
    try {
      await client.query(`begin; ${limitTransaction(probeLimitMs)}`)
      if ((await readLimit(client)) === probeLimitMs) return
    } catch (error) {
      if (driverError(error)?.code !== protocolViolation) throw driverUnavailable(error) ?? error
    } finally {
      await client.query('rollback').catch(() => {})
    }
    throw new UnusableServer(unusable)
  })
}

const unusable =
  'The connection pooler in front of PostgreSQL separates the statements of a transaction, so they would have no time limit. ' +
  'In PgBouncer, set pool_mode = transaction or pool_mode = session for this database.'

async function readLimit(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ limitMs: number }>(limitOf)
  return rows[0]?.limitMs
}

async function withClient<T>(
  url: string,
  settings: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectLimitMs,
    query_timeout: connectLimitMs,
    application_name: 'portal-api start',
    ...settings,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

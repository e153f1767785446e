import type { PGlite, Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { fromPglite } from 'pg-boss'
import type { Database } from './database.ts'
import { enableFastReads } from './fast/fast-reads.ts'
import { type ObserveStatement, observedQuery } from './observed-statement.ts'
import { QueueExecutor } from './queue-executor.ts'
import type { Query } from './timed-query.ts'
import { runWithTimeout } from './within-time.ts'

const withObservedQuery = <Client extends Pick<Transaction, 'query'>>(
  client: Client,
  observe: ObserveStatement,
): Client => Object.assign(client, { query: observedQuery(client.query.bind(client) as Query, observe) })

/** Runs every statement through `observe`, including those in transactions. */
function observePglite(client: PGlite, observe: ObserveStatement): void {
  withObservedQuery(client, observe)
  const transaction = client.transaction.bind(client)
  Object.assign(client, {
    transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
      transaction((tx) => work(withObservedQuery(tx, observe))),
  })
}

interface WrapOptions {
  isFastPathEnabled?: boolean
  /** Runs once, after the instance has closed. */
  onClosed?: () => void
}

/** Wraps a PGlite instance as a database. */
export function pglite(client: PGlite, options: WrapOptions = {}): Database {
  const { isFastPathEnabled = true, onClosed = () => {} } = options
  const orm = drizzle(client)
  if (isFastPathEnabled) enableFastReads(orm)
  const boss = fromPglite(client)
  let closing: Promise<void> | undefined
  return {
    engine: 'pglite',
    orm,
    upkeep: orm,
    ping: (timeoutMs) => runWithTimeout(timeoutMs, () => client.query('select id from users limit 1')),
    transaction: (work) => orm.transaction(work),
    readReplica: (read) => read(orm),
    queue: new QueueExecutor((text, values) => boss.executeSql(text, values)),
    poolState: () => undefined,
    observe: (observe) => observePglite(client, observe),
    close: () => {
      closing ??= client.close().finally(onClosed)
      return closing
    },
  }
}

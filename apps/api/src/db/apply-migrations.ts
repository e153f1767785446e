/** Applies migration steps without stopping the processes that use the same database. */
import { setTimeout as sleep } from 'node:timers/promises'
import { hourMs } from '@portal/contract/durations'
import { driverError, isTransactionConflict } from './database-errors.ts'
import { bareStatement, type MigrationStep } from './migration-steps.ts'

/** A connection of either driver. */
export interface MigrationConnection {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

export interface MigrationOptions {
  log: (message: string) => void
  /** Throws if this process may no longer migrate. Called before each step and each retry. */
  requireLock?: () => void
  /** The pause before the first retry, 1 second by default. Later pauses grow to ten times this. */
  firstPauseMs?: number
}

/**
 * While a statement waits for a table's lock, every later query of the table waits behind it. After this time, the migration
 * gives way. It is shorter than the timeout of a request.
 */
const lockLimitMs = 500
/** Long enough for a dump of a large database, which holds a lock on every table. */
const giveUpAfterMs = hourMs
const maxPauses = 10

const lockNotAvailable = '55P03'
const invalidIndex = `select 1 from pg_index join pg_class on pg_class.oid = indexrelid
  where relname = $1 and not indisvalid and pg_table_is_visible(pg_class.oid)`

/** Applies the steps that are newer than the newest recorded one. Returns whether there were any. */
export async function applyMigrations(
  connection: MigrationConnection,
  steps: readonly MigrationStep[],
  options: MigrationOptions,
): Promise<boolean> {
  await createMigrationsTable(connection)
  const { rows } = await connection.query('select max(created_at) as at from drizzle.__drizzle_migrations')
  const newest = Number((rows as { at: string | null }[])[0]?.at ?? 0)
  const missing = steps.filter(({ at }) => at > newest)
  for (const step of missing) {
    options.requireLock?.()
    if (step.isTransaction) await applyInTransaction(connection, step, options)
    else await applyOneByOne(connection, step)
  }
  return missing.length > 0
}

/** Creates the table in which Drizzle records migrations. */
async function createMigrationsTable(connection: MigrationConnection): Promise<void> {
  await connection.query('create schema if not exists drizzle')
  await connection.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
}

const recordStep = (connection: MigrationConnection, { hash, at }: MigrationStep) =>
  connection.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, at])

/** Applies the step in one transaction. Gives way to other transactions and retries. */
async function applyInTransaction(
  connection: MigrationConnection,
  step: MigrationStep,
  { log, requireLock, firstPauseMs = 1_000 }: MigrationOptions,
): Promise<void> {
  const deadline = Date.now() + giveUpAfterMs
  for (let tries = 1; ; tries++) {
    try {
      await runTransaction(connection, step)
      return
    } catch (error) {
      const isBlocked = driverError(error)?.code === lockNotAvailable
      if (!isBlocked && !isTransactionConflict(error)) throw error
      if (Date.now() > deadline)
        throw new Error(
          `Migration ${step.name} could not get a lock within an hour. End the transaction that blocks it.`,
          {
            cause: error,
          },
        )
      log(`Migration ${step.name} is blocked by another transaction, such as a dump. Trying again.`)
      await sleep(firstPauseMs * Math.min(tries, maxPauses) * (0.5 + Math.random()))
      requireLock?.()
    }
  }
}

async function runTransaction(connection: MigrationConnection, step: MigrationStep): Promise<void> {
  await connection.query('begin')
  try {
    // Set for this transaction only. Behind a pooler, another client may use the server connection next.
    await connection.query(
      `select set_config('lock_timeout', $1, true), set_config('statement_timeout', '0', true)`,
      [String(lockLimitMs)],
    )
    for (const statement of step.statements) await connection.query(statement)
    await recordStep(connection, step)
    await connection.query('commit')
  } catch (error) {
    // The connection may be lost, and the first error is the one that matters.
    await connection.query('rollback').catch(() => {})
    throw error
  }
}

async function applyOneByOne(connection: MigrationConnection, step: MigrationStep): Promise<void> {
  for (const statement of step.statements) {
    await dropInvalidIndex(connection, statement)
    await connection.query(statement)
  }
  await recordStep(connection, step)
}

/** An interrupted build leaves an invalid index behind, which `if not exists` would keep. */
async function dropInvalidIndex(connection: MigrationConnection, statement: string): Promise<void> {
  const created = /^create (?:unique )?index concurrently (?:if not exists )?"?(\w+)"?/i.exec(
    bareStatement(statement),
  )
  const name = created?.[1]
  if (!name) return
  const { rows } = await connection.query(invalidIndex, [name])
  if (rows.length > 0) await connection.query(`drop index concurrently if exists "${name}"`)
}

import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { ConfigurationError } from '../config.ts'
import { applyMigrations } from './apply-migrations.ts'
import {
  DatabaseUnavailableError,
  driverError,
  driverUnavailable,
  UnusableServer,
} from './database-errors.ts'
import { connectLimitMs } from './limits.ts'
import { type MigrationStep, readMigrations, stepsOf } from './migration-steps.ts'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** The steps of this release's migrations, oldest first. */
const migrationSteps = (): MigrationStep[] => readMigrations(migrationsFolder).flatMap(stepsOf)

const undefinedTable = '42P01'
const undefinedSchema = '3F000'
/** The advisory lock's key, which no other application in the same database may use. */
const migrationLock = 7_236_014_551
const pollMs = 250
const heartbeatMs = 5_000
const logEveryMs = 30_000

interface Connections {
  /** Runs the migrations. */
  worker: pg.Client
  /** Holds the lock. */
  guard: pg.Client
}

/**
 * Whether all migrations of this release have been applied. A database with additional migrations of a newer release
 * counts as up to date.
 */
async function isMigrated(client: pg.Client): Promise<boolean> {
  const newest = Math.max(...readMigrations(migrationsFolder).map(({ at }) => at))
  try {
    const { rows } = await client.query<{ at: string | null }>(
      'select max(created_at) as at from drizzle.__drizzle_migrations',
    )
    return Number(rows[0]?.at ?? 0) >= newest
  } catch (error) {
    if ([undefinedTable, undefinedSchema].includes(driverError(error)?.code ?? '')) return false
    throw error
  }
}

/** Applies missing migrations. If several processes start together, one applies them and the others wait. */
export async function migrate(
  databaseUrl: string,
  log: (message: string) => void,
  connectionTimeoutMillis = connectLimitMs,
): Promise<void> {
  const createClient = (name: string) => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis,
      keepAlive: true,
      application_name: `portal-api ${name}`,
    })
    client.on('error', () => {})
    return client
  }
  const worker = createClient('migrations')
  const guard = createClient('migration lock')
  try {
    await worker.connect()
    if (await isMigrated(worker)) return
    await guard.connect()
    await migrateUnderLock({ worker, guard }, log)
  } catch (error) {
    throw driverUnavailable(error) ?? error
  } finally {
    // Closing the guard's connection also releases the lock.
    await Promise.all([worker, guard].map((client) => client.end().catch(() => {})))
  }
}

const separateDatabases =
  'MIGRATION_DATABASE_URL and DATABASE_URL lead to different databases. The migrations were applied to the first, and the second lacks them. Set both to the same database.'

/** The rights on one table stand for those on all, which belong to the same role. */
const missingRights = `
  select current_user as role, string_agg(needed, ', ') as rights
  from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as needed
  where not has_table_privilege('public.users', needed)`

/**
 * Checks that `DATABASE_URL` leads to the database that was migrated through `MIGRATION_DATABASE_URL`, and that its role may use
 * the tables.
 * @throws ConfigurationError for another database
 * @throws UnusableServer for missing rights
 */
export async function requireMigrated(databaseUrl: string, connectLimitMs: number): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectLimitMs,
    query_timeout: connectLimitMs,
    application_name: 'portal-api migrations',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    if (!(await seemsMigrated(client))) throw new ConfigurationError([separateDatabases])
    const { rows } = await client.query<{ role: string; rights: string | null }>(missingRights)
    const [{ role, rights } = { role: '', rights: null }] = rows
    if (rights !== null)
      throw new UnusableServer(
        `The role ${role} of DATABASE_URL lacks ${rights} on the tables. Make it a member of the role that owns them, as docs/operations.md#the-databases-role describes.`,
      )
  } catch (error) {
    if (driverError(error)?.code === undefinedTable) throw new ConfigurationError([separateDatabases])
    throw driverUnavailable(error) ?? error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Returns true if the role may not read the list of migrations. */
async function seemsMigrated(client: pg.Client): Promise<boolean> {
  try {
    return await isMigrated(client)
  } catch (error) {
    if (driverError(error)?.code === '42501') return true
    throw error
  }
}

async function migrateUnderLock(
  { worker, guard }: Connections,
  log: (message: string) => void,
): Promise<void> {
  if (!(await takeLock({ worker, guard }, log))) return
  let isLost = false
  guard.on('end', () => {
    isLost = true
  })
  // Servers, poolers and firewalls end idle connections. This statement takes no snapshot, because a concurrent index build
  // waits for every transaction that has one.
  const heartbeat = setInterval(() => guard.query('set local lock_timeout = 0').catch(() => {}), heartbeatMs)
  try {
    const requireLock = () => {
      if (isLost) throw new DatabaseUnavailableError('The connection that holds the migration lock was lost.')
    }
    const hasApplied = await applyMigrations(worker, migrationSteps(), { log, requireLock })
    if (hasApplied) log('The database is up to date.')
  } finally {
    clearInterval(heartbeat)
  }
}

/**
 * Takes the lock in an open transaction, so that a pooler in transaction mode keeps the server connection. Returns false if
 * another process has applied the migrations in the meantime. Polls instead of waiting in the server, because a concurrent index
 * build waits for every running statement, including one that waits for the lock.
 */
async function takeLock({ worker, guard }: Connections, log: (message: string) => void): Promise<boolean> {
  let loggedAt = Date.now()
  for (;;) {
    // Between two statements, a transaction at this level holds no snapshot, so a concurrent index build does not wait for it.
    await guard.query('begin isolation level read committed')
    await guard.query(
      `select set_config(name, '0', true) from pg_settings where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`,
    )
    // Has no parameters, because a query with parameters leaves a portal open, which holds a snapshot.
    const { rows } = await guard.query<{ taken: boolean }>(
      `select pg_try_advisory_xact_lock(${migrationLock}) as taken`,
    )
    const isTaken = rows[0]?.taken ?? false
    if (!isTaken) await guard.query('rollback')
    if (await isMigrated(worker)) return false
    if (isTaken) return true
    if (Date.now() - loggedAt > logEveryMs) {
      log('Another process is migrating the database.')
      loggedAt = Date.now()
    }
    await sleep(pollMs)
  }
}

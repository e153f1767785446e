/** Copies the embedded database into an empty PostgreSQL server. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { applyMigrations } from '../../apps/api/src/db/apply-migrations.ts'
import { takeFolder } from '../../apps/api/src/db/folder-lock.ts'
import { migrationSteps } from '../../apps/api/src/db/migrate.ts'
import { migratePostgres } from '../../apps/api/src/db/migrate-postgres.ts'
import {
  type Connection,
  type CopiedTable,
  type Fingerprint,
  fingerprintOf,
  listTables,
  useSameFormats,
} from './copied-tables.ts'

const rowsPerBatch = 1_000

export interface MovedTable extends Fingerprint {
  name: string
}

/**
 * Moves the database in `dataDir`, which stays as it is. The rows are copied and compared in one transaction, so a failed move
 * leaves no rows behind and can be repeated.
 * @throws DataFolderInUse while an API uses the folder, or an Error if there is no local database or the target isn't empty
 */
export async function moveDatabase(
  dataDir: string,
  databaseUrl: string,
  log: (message: string) => void = () => {},
): Promise<MovedTable[]> {
  const folder = join(dataDir, 'database')
  if (!existsSync(join(folder, 'PG_VERSION'))) throw new Error(`There is no local database in ${dataDir}.`)
  const lock = await takeFolder(folder)
  try {
    const source = await PGlite.create(folder)
    try {
      await applyMigrations(source, migrationSteps(), { log })
      return await copyTo(databaseUrl, source, log)
    } finally {
      await source.close()
    }
  } finally {
    lock.release()
  }
}

async function copyTo(
  databaseUrl: string,
  source: PGlite,
  log: (message: string) => void,
): Promise<MovedTable[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'portal move' })
  client.on('error', () => {})
  await client.connect()
  try {
    const target: Connection = { query: async (text, values) => (await client.query(text, values)) as never }
    await requireEmpty(target)
    await migratePostgres(databaseUrl, log)
    await createJobTables(client)
    await Promise.all([useSameFormats(source), useSameFormats(target)])
    await client.query('begin')
    try {
      const moved: MovedTable[] = []
      for (const table of await listTables(source)) {
        moved.push({ name: table.name, ...(await copyTable(source, target, table)) })
        log(`${table.name}: ${moved.at(-1)?.rows} rows`)
      }
      await client.query('commit')
      return moved
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Refuses a target with rows or tables of another application. Empty tables of an earlier, failed move are allowed. */
async function requireEmpty(target: Connection): Promise<void> {
  const { rows: tables } = await target.query<{ name: string; isOurs: boolean }>(
    `select c.oid::regclass::text as name, to_regclass('drizzle.__drizzle_migrations') is not null as "isOurs"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and (n.nspname not in ('pg_catalog', 'information_schema', 'drizzle', 'pgboss')
       or (n.nspname = 'pgboss' and c.relname = 'job')) and n.nspname not like 'pg\\_toast%'`,
  )
  for (const { name, isOurs } of tables) {
    const { rows } = await target.query(`select 1 from ${name} limit 1`)
    if (rows.length > 0 || !isOurs)
      throw new Error(
        `The database is not empty: it has the table ${name}. Create an empty database and use its URL.`,
      )
  }
}

/** The job queue creates its own tables. */
async function createJobTables(client: pg.Client): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    backend: 'postgres',
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.stop({ graceful: false })
}

async function copyTable(source: PGlite, target: Connection, table: CopiedTable): Promise<Fingerprint> {
  const columns = table.columns.join(', ')
  // Starting the job queue has already inserted some of its queues.
  const insert = `insert into ${table.name} (${columns})
    select ${columns} from json_populate_recordset(null::${table.name}, $1::json) on conflict do nothing`
  const expected = await fingerprintOf(source, table)
  await source.query('begin')
  await source.query(
    `declare copied no scroll cursor for select row_to_json(t)::text as row from ${table.name} t`,
  )
  for (;;) {
    const { rows } = await source.query<{ row: string }>(`fetch ${rowsPerBatch} from copied`)
    if (rows.length === 0) break
    await target.query(insert, [`[${rows.map(({ row }) => row).join(',')}]`])
  }
  await source.query('commit')
  const found = await fingerprintOf(target, table)
  if (found.rows !== expected.rows || found.checksum !== expected.checksum)
    throw new Error(
      `The copy of ${table.name} differs: ${expected.rows} rows with checksum ${expected.checksum} became ${found.rows} rows with checksum ${found.checksum}. Nothing was moved.`,
    )
  return found
}

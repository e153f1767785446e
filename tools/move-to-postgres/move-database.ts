/** Copies the local database into an empty PostgreSQL database, in one transaction. */
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { parseDatabaseUrl } from '../../apps/api/src/db/database-url.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'

const rowsPerBatch = 1_000

export interface MovedTable {
  /** The name in SQL, with its schema unless that is `public`. */
  name: string
  rows: number
}

/**
 * Copies every row from one database to another, as of one moment. The source may be in use. It only gets
 * missing migrations. A failed move leaves no rows behind and can be repeated.
 * @throws Error if the target is not empty, or if its URL is invalid or names several hosts
 */
export async function moveDatabase(
  sourceUrl: string,
  givenUrl: string,
  log: (message: string) => void = () => {},
): Promise<MovedTable[]> {
  const {
    urls: [targetUrl, ...others],
  } = parseDatabaseUrl('MOVE_TO_DATABASE_URL', givenUrl, 'primary')
  if (others.length > 0) throw new Error('MOVE_TO_DATABASE_URL must name one host, the primary.')
  const [source, target] = [await connect(sourceUrl), await connect(targetUrl)]
  try {
    await requireEmpty(target)
    for (const url of [sourceUrl, targetUrl]) await migrate(url, log)
    await createJobTables(target)
    await source.query('begin isolation level repeatable read read only')
    await target.query('begin')
    const moved: MovedTable[] = []
    for (const { name, columns } of await listTables(source)) {
      const rows = await copyTable({ source, target }, name, columns.join(', '))
      log(`${name}: ${rows} rows`)
      moved.push({ name, rows })
    }
    await target.query('commit')
    return moved
  } finally {
    // An open transaction is rolled back.
    await Promise.all([source, target].map((client) => client.end().catch(() => {})))
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'portal move' })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Refuses a target with rows or tables of another application. Empty tables of an earlier, failed move are allowed. */
async function requireEmpty(target: pg.Client): Promise<void> {
  const { rows: tables } = await target.query<{ name: string; isOurs: boolean }>(
    `select c.oid::regclass::text as name, to_regclass('drizzle.__drizzle_migrations') is not null as "isOurs"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and (n.nspname not in ('pg_catalog', 'information_schema', 'drizzle', 'pgboss')
       or (n.nspname = 'pgboss' and c.relname = 'job')) and n.nspname not like 'pg\\_toast%'`,
  )
  for (const { name, isOurs } of tables) {
    const { rows } = await target.query(`select 1 from ${name} limit 1`)
    const found = rows.length > 0 ? `rows in the table ${name}` : `the table ${name}`
    if (rows.length > 0 || !isOurs)
      throw new Error(`The database is not empty: it has ${found}. Create an empty database and use its URL.`)
  }
}

/** The job queue creates its own tables. */
async function createJobTables(client: pg.Client): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
  const boss = new PgBoss({ db, supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false })
}

/**
 * Returns the tables of the product, and those of the queue that hold jobs, after the tables that they refer to. Partitions are
 * copied through their parent table.
 */
async function listTables(source: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows: tables } = await source.query<{ name: string; columns: string[] }>(
    `select c.oid::regclass::text as name, array_agg(quote_ident(a.attname) order by a.attname) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition
       and (n.nspname = 'public' or (n.nspname = 'pgboss' and c.relname in ('queue', 'job', 'schedule')))
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' group by c.oid order by 1`,
  )
  const { rows: references } = await source.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent
     from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  )
  const ordered: typeof tables = []
  while (ordered.length < tables.length) {
    const waiting = tables.filter((table) => !ordered.includes(table))
    const isWaiting = (name: string) => waiting.some((table) => table.name === name)
    const ready = waiting.filter(
      ({ name }) => !references.some(({ child, parent }) => child === name && isWaiting(parent)),
    )
    if (ready.length === 0) throw new Error('Some tables refer to each other, so they cannot be copied.')
    ordered.push(...ready)
  }
  return ordered
}

/** Returns the number of copied rows. */
async function copyTable(
  { source, target }: { source: pg.Client; target: pg.Client },
  name: string,
  columns: string,
): Promise<number> {
  // Starting the job queue has already inserted some of its queues.
  const insert = `insert into ${name} (${columns})
    select ${columns} from json_populate_recordset(null::${name}, $1::json) on conflict do nothing`
  await source.query(`declare copied no scroll cursor for select row_to_json(t)::text as row from ${name} t`)
  let count = 0
  for (;;) {
    const { rows } = await source.query<{ row: string }>(`fetch ${rowsPerBatch} from copied`)
    if (rows.length === 0) break
    await target.query(insert, [`[${rows.map(({ row }) => row).join(',')}]`])
    count += rows.length
  }
  await source.query('close copied')
  const { rows: found } = await target.query<{ count: string }>(`select count(*) from ${name}`)
  if (Number(found[0]?.count) !== count)
    throw new Error(`${count} rows of ${name} became ${found[0]?.count}. Nothing was moved.`)
  return count
}

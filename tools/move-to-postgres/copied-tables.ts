/** Which tables a move copies, and how their content is compared. */
import { orderTables, type Reference } from './table-order.ts'

/** A connection of either driver. */
export interface Connection {
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

export interface CopiedTable {
  /** The name in SQL, with its schema unless that is `public`. */
  name: string
  columns: string[]
}

export interface Fingerprint {
  rows: string
  checksum: string
}

/** The tables of the product, and those of the job queue that hold jobs. Partitions are copied through their parent table. */
const copied = `c.relkind in ('r', 'p') and not c.relispartition
  and (n.nspname = 'public' or (n.nspname = 'pgboss' and c.relname in ('queue', 'job', 'schedule')))`

/** Returns the tables in an order that satisfies their foreign keys. */
export async function listTables(source: Connection): Promise<CopiedTable[]> {
  const { rows: tables } = await source.query<CopiedTable>(
    `select c.oid::regclass::text as name, array_agg(quote_ident(a.attname) order by a.attname) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where ${copied} and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' group by c.oid`,
  )
  const { rows: references } = await source.query<Reference>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'`,
  )
  const names = orderTables(tables.map(({ name }) => name).toSorted(), references)
  return names.flatMap((name) => tables.find((table) => table.name === name) ?? [])
}

/** Makes both databases format values in the same way, so that their checksums can be compared. */
export async function useSameFormats(connection: Connection): Promise<void> {
  for (const setting of [
    `timezone = 'UTC'`,
    `datestyle = 'ISO'`,
    `intervalstyle = 'postgres'`,
    `bytea_output = 'hex'`,
  ])
    await connection.query(`set ${setting}`)
}

/** Counts the rows and adds up their hashes, so that the order of the rows doesn't matter. */
export async function fingerprintOf(
  connection: Connection,
  { name, columns }: CopiedTable,
): Promise<Fingerprint> {
  const { rows } = await connection.query<Fingerprint>(
    `select count(*)::text as rows,
       coalesce(sum(('x' || substr(md5(row(${columns.join(', ')})::text), 1, 15))::bit(60)::bigint), 0)::text as checksum
     from ${name}`,
  )
  return rows[0] ?? { rows: '0', checksum: '0' }
}

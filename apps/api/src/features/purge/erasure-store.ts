/** Deletes and empties rows as their tables declare it in db/table.ts. */
import { dayMs } from '@portal/contract/durations'
import {
  and,
  eq,
  getTableName,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { deleteInChunks, updateInChunks } from '../../db/chunks.ts'
import type { Orm } from '../../db/database.ts'
import { columnOf, type DeclaredTable, type Ends, type Parent, tables } from '../../db/table.ts'

interface Statements {
  delete(db: Orm, table: PgTable, where: SQL | undefined): Promise<unknown>
  update(db: Orm, table: PgTable, change: SQL, where: SQL | undefined): Promise<unknown>
}

/** For any number of rows, outside a transaction. Skips locked rows. */
const inChunks: Statements = { delete: deleteInChunks, update: updateInChunks }

/** For the few rows that are left, in a transaction. Waits for locked rows. */
const inTransaction: Statements = {
  delete: (tx, table, where) => tx.delete(table).where(where),
  update: (tx, table, change, where) => tx.execute(sql`update ${table} set ${change} where ${where}`),
}

/** Returns the conditions for the rows to delete with the rows `ids` of `root`. Each can use an index, unlike one condition with `or`. */
function conditionsOf({ table, people }: DeclaredTable, root: Parent, ids: SQL): SQL[] {
  return Object.entries(people).flatMap(([name, fate]) => {
    if (!('deletedWith' in fate)) return []
    const hasNoValue = fate.unless === undefined ? undefined : isNull(columnOf(table, fate.unless))
    return idsOf(fate.deletedWith, root, ids).flatMap(
      (parents) => and(sql`${columnOf(table, name)} in ${parents}`, hasNoValue) ?? [],
    )
  })
}

/** Selects the ids of the rows to delete. */
function idsOf(table: Parent, root: Parent, ids: SQL): SQL[] {
  if (table === root) return [ids]
  const declared = tables.find((one) => one.table === table)
  if (!declared) return []
  return conditionsOf(declared, root, ids).map(
    (where) => sql`(select ${table.id} from ${table} where ${where})`,
  )
}

/** Sets the columns of the matching rows to null. */
async function emptyColumns(
  db: Orm,
  table: PgTable,
  names: readonly string[],
  where: SQL | undefined,
  statements: Statements,
): Promise<void> {
  const columns = names.map((name) => columnOf(table, name))
  const nulls = columns.map(({ name }) => sql`${sql.identifier(name)} = null`)
  const isFilled = or(...columns.map((column) => isNotNull(column)))
  await statements.update(db, table, sql.join(nulls, sql`, `), and(where, isFilled))
}

/** Deletes or empties what is declared to be erased with these rows of `root`. Keeps the rows themselves. */
async function eraseWith(
  db: Orm,
  root: Parent,
  rootIds: readonly string[],
  statements: Statements,
): Promise<void> {
  const ids = sql`(${sql.join(
    rootIds.map((id) => sql`${id}`),
    sql`, `,
  )})`
  // A table comes after those that it references, so the referencing rows are deleted first.
  for (const declared of tables.toReversed()) {
    const { table, people } = declared
    for (const where of conditionsOf(declared, root, ids)) await statements.delete(db, table, where)
    for (const [name, fate] of Object.entries(people)) {
      if (!('emptiedWith' in fate) || fate.emptiedWith !== root) continue
      await emptyColumns(db, table, fate.empties ?? [], sql`${columnOf(table, name)} in ${ids}`, statements)
    }
  }
}

/**
 * Erases what is declared to be erased with a row: first in chunks, then the rest in a transaction, in which `finish` runs last. No-op
 * unless the locked row matches `where`, which must exclude rows that can still be restored. `db` must not be a transaction.
 */
export async function eraseRow(
  db: Orm,
  root: Parent,
  id: string,
  where: SQL | undefined,
  finish: (tx: Orm) => Promise<void>,
): Promise<void> {
  const lock = (tx: Orm) =>
    tx
      .select({ id: root.id })
      .from(root)
      .where(and(eq(root.id, id), where))
      .for('update')
  if ((await lock(db)).length === 0) return
  await eraseWith(db, root, [id], inChunks)
  await db.transaction(async (tx) => {
    if ((await lock(tx)).length === 0) return
    await eraseWith(tx, root, [id], inTransaction)
    await finish(tx)
  })
}

export interface Batch {
  skipped: readonly string[]
  limit: number
}

/** Lists the ids of the matching rows, with the earliest `since` first. */
export async function listOldest(
  db: Orm,
  table: Parent,
  since: PgColumn,
  where: SQL | undefined,
  { skipped, limit }: Batch,
): Promise<string[]> {
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(where, notInArray(table.id, [...skipped])))
    .orderBy(since)
    .limit(limit)
  return rows.map(({ id }) => String(id))
}

interface EndingTable<Table extends PgTable = PgTable> {
  name: string
  table: Table
  ends: Ends & { where?: SQL | undefined }
}

const endingTables = (): EndingTable[] =>
  tables.flatMap(({ table, ends }) => (ends ? [{ name: getTableName(table), table, ends }] : []))

/** The tables whose rows end within a day. The upkeep deletes them every ten minutes. */
export const listShortLivedTables = () => endingTables().filter(({ ends }) => (ends.days ?? 0) <= 1)

/** The tables whose rows end later. The purge deletes them every night. */
export const listLongLivedTables = () => endingTables().filter(({ ends }) => (ends.days ?? 0) > 1)

/** Whether rows of other tables are deleted with those of the table. */
export const isParent = (ending: EndingTable): ending is EndingTable<Parent> =>
  tables.some(({ people }) =>
    Object.values(people).some((fate) => 'deletedWith' in fate && fate.deletedWith === ending.table),
  )

const hasEnded = ({ table, ends }: EndingTable, now: Date) =>
  and(lte(columnOf(table, ends.at), new Date(now.getTime() - (ends.days ?? 0) * dayMs)), ends.where)

/** Deletes the rows that have ended, or empties their columns. */
export async function removeEnded(db: Orm, ending: EndingTable, now: Date): Promise<void> {
  const { table, ends } = ending
  const where = hasEnded(ending, now)
  if (ends.empties) await emptyColumns(db, table, ends.empties, where, inChunks)
  else await deleteInChunks(db, table, where)
}

export const listEnded = (db: Orm, ending: EndingTable<Parent>, now: Date, batch: Batch) =>
  listOldest(db, ending.table, columnOf(ending.table, ending.ends.at), hasEnded(ending, now), batch)

/** Deletes rows, and before them the rows that are declared to be deleted with them. */
export async function removeRows(db: Orm, table: Parent, ids: readonly string[]): Promise<void> {
  await eraseWith(db, table, ids, inChunks)
  await deleteInChunks(db, table, inArray(table.id, [...ids]))
}

/** The purge and the data download handle every table as it declares. */
import { dayMs } from '@portal/contract/durations'
import { myData } from '@portal/contract/my-data/my-data'
import { eq, getTableColumns, getTableName, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import type { Orm } from '../../db/database.ts'
import { columnOf, tables } from '../../db/table.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeIdentity, makeSession, makeUser, makeWorkspace, type UserRow } from '../../testing/factories.ts'
import { users } from '../account/user-table.ts'
import { countingStatuses } from '../billing/billing-rules.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { purge } from './purge-jobs.ts'

const test = useTestApp()
const fates = tables.flatMap(({ table, people }) =>
  Object.entries(people).map(([name, fate]) => ({
    table,
    name,
    fate,
    column: `${getTableName(table)}.${columnOf(table, name).name}`,
  })),
)
const parts = tables.flatMap(({ table, download }) =>
  Object.entries(download).map(([name, part]) => ({ table, name, part })),
)

let count = 0

/** Inserts a row. The columns that `values` leaves out get a value of their type if they need one. */
async function insert(tx: Orm, table: PgTable, values: Record<string, unknown>): Promise<string | undefined> {
  count += 1
  const ofType: Record<string, unknown> = {
    string: `row-${count}-`,
    date: new Date(Date.now() + 86_400_000),
    number: count,
    boolean: false,
    json: {},
    custom: Buffer.from(String(count)),
  }
  const needed = Object.entries(getTableColumns(table))
    .filter(([, { notNull, hasDefault }]) => notNull && !hasDefault)
    .map(([name, { enumValues, dataType }]) => [name, enumValues?.at(-1) ?? ofType[dataType]])
  const row = { ...Object.fromEntries(needed), ...values }
  await tx.insert(table).values(row)
  return row.id
}

/** A user with a row for each column that names a user, a workspace or a row of theirs. Returns the ids that an erasure must find. */
async function makeScene(deletedAt: Date | null): Promise<{ user: UserRow; ids: string[] }> {
  const user = await makeUser(test.database, { email: 'gone@example.com', deletedAt })
  const own = await makeWorkspace(test.database, user, { deletedAt, deletedByUserId: user.id })
  await makeIdentity(test.database, user)
  await test.database.orm.update(users).set({ defaultWorkspaceId: own.id }).where(eq(users.id, user.id))
  const erased = new Map<PgTable, string>([
    [users, user.id],
    [workspaces, own.id],
  ])
  await test.database.transaction(async (tx) => {
    // Without foreign keys, so that each row depends on one erased row only.
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const { table, name, fate } of fates) {
      if ('erasedBy' in fate) continue
      if ('deletedWith' in fate) {
        const values = { [name]: erased.get(fate.deletedWith) }
        const id = await insert(tx, table, values)
        if (id !== undefined && !erased.has(table)) erased.set(table, id)
        if (fate.unless) await insert(tx, table, { ...values, [fate.unless]: 'another' })
      } else {
        const id = erased.get(/workspaceId$/i.test(name) ? workspaces : users)
        const filled = (fate.empties ?? []).map((empty) => [empty, 'gone'])
        await insert(tx, table, { [name]: id, ...Object.fromEntries(filled) })
      }
    }
    for (const { table, part } of parts)
      if (part !== 'explicit' && part.of === 'emailKey') await insert(tx, table, { emailKey: user.emailKey })
  })
  return { user, ids: [...erased.values()] }
}

/** Every value of every row, as text. */
async function everyValue(): Promise<{ column: string; text: string }[]> {
  const found = tables.map(async ({ table }) => {
    const rows = await test.database.orm
      .select({ row: sql<Record<string, unknown>>`to_jsonb(t)` })
      .from(sql`${table} t`)
    return rows.flatMap(({ row }) =>
      Object.entries(row).map(([name, value]) => ({
        column: `${getTableName(table)}.${name}`,
        text: JSON.stringify(value),
      })),
    )
  })
  return (await Promise.all(found)).flat()
}

/** The columns that contain one of the ids, such as `sessions.user_id`. */
async function columnsWith(ids: readonly string[]): Promise<string[]> {
  const values = await everyValue()
  const matches = values.filter(({ text }) => ids.some((id) => text.includes(id)))
  return [...new Set(matches.map(({ column }) => column))].sort()
}

it('Every table of the database is declared', async () => {
  const rows = await test.database.orm
    .select({ name: sql<string>`tablename` })
    .from(sql`pg_catalog.pg_tables`)
    .where(sql`schemaname = 'public'`)
  expect(tables.map(({ table }) => getTableName(table)).sort()).toEqual(rows.map(({ name }) => name).sort())
})

it('Every foreign key to a user or workspace, and every one that deletes rows, is declared', () => {
  const named = tables.flatMap(({ table }) =>
    getTableConfig(table)
      .foreignKeys.filter((key) => {
        const { foreignTable } = key.reference()
        return key.onDelete === 'cascade' || foreignTable === users || foreignTable === workspaces
      })
      .map((key) => `${getTableName(table)}.${key.reference().columns.map(({ name }) => name)}`),
  )
  expect(fates.map(({ column }) => column)).toEqual(expect.arrayContaining(named))
})

it('The purge of an account leaves its ids only in the columns that declare a reason, and none of its data', async () => {
  const { ids } = await makeScene(new Date(Date.now() - 31 * dayMs))
  expect(await columnsWith(ids)).toEqual(expect.arrayContaining(fates.map(({ column }) => column)))
  await purge({ ...test.services, liveSubscriptions: countingStatuses })
  expect(test.taskFailures).toEqual([])
  const kept = fates.filter(({ fate }) => 'kept' in fate && fate.kept).map(({ column }) => column)
  expect(await columnsWith(ids)).toEqual([...kept, 'users.id'].sort())
  expect((await everyValue()).filter(({ text }) => text.includes('gone'))).toEqual([])
})

it('The data download has the rows of every table that declares a part, and no other parts', async () => {
  const { user } = await makeScene(null)
  const { token: session } = await makeSession(test.database, user)
  const { body } = await test.send(myData.download, { params: { userId: user.id } }, { session })
  expect(Object.keys(body).sort()).toEqual(['collectedAt', ...parts.map(({ name }) => name)].sort())
  for (const { name } of parts) expect(Object.keys(body[name] ?? {}).length, name).toBeGreaterThan(0)
})

/** The purge and the data download cover every table. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { myData } from '@portal/contract/my-data/my-data'
import { eq, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSession } from '../../testing/factories.ts'
import { personalData } from '../../testing/personal-data.ts'
import { makePersonalDataScene, personalTraces } from '../../testing/personal-data-scene.ts'
import { users } from '../account/user-table.ts'
import { countingStatuses } from '../billing/billing-rules.ts'
import { purge } from './purge-jobs.ts'

const test = useTestApp()
const list = 'apps/api/src/testing/personal-data.ts'
const scene = 'apps/api/src/testing/personal-data-scene.ts'
const erasableSince = () => new Date(Date.now() - 31 * 86_400_000)

const folder = join(import.meta.dirname, '../../db/schema')
const modules = await Promise.all(
  readdirSync(folder).map((file) => import(join(folder, file)) as Promise<Record<string, unknown>>),
)
const tables = modules
  .flatMap((module) => Object.values(module))
  .filter((value): value is PgTable => is(value, PgTable))
  .map((table) => getTableConfig(table))

/** Foreign keys, and columns whose names refer to a user or workspace. */
function referencesOf({ columns, foreignKeys }: (typeof tables)[number]): string[] {
  const keys = foreignKeys.flatMap((key) => key.reference().columns.map(({ name }) => name))
  const named = columns.map(({ name }) => name).filter((name) => /(^|_)(user|workspace)_id$/.test(name))
  return [...new Set([...keys, ...named])].sort()
}

interface StoredRow {
  table: string
  row: Record<string, unknown>
}

/** Every row of every table. */
async function everyRow(): Promise<StoredRow[]> {
  const rows: StoredRow[] = []
  for (const { name } of tables) {
    const found = await test.database.orm
      .select({ row: sql<Record<string, unknown>>`to_jsonb(t)` })
      .from(sql.raw(`"${name}" t`))
    rows.push(...found.map(({ row }) => ({ table: name, row })))
  }
  return rows
}

/** The columns whose values contain one of the ids, such as `sessions.user_id`. */
const columnsWith = (rows: readonly StoredRow[], ids: readonly string[]) =>
  new Set(
    rows.flatMap(({ table, row }) =>
      Object.entries(row).flatMap(([column, value]) =>
        ids.some((id) => JSON.stringify(value).includes(id)) ? [`${table}.${column}`] : [],
      ),
    ),
  )

const listed = Object.entries(personalData).flatMap(([table, { columns }]) =>
  Object.entries(columns).map(([column, treatment]) => ({ name: `${table}.${column}`, treatment })),
)
const keptColumns = listed.filter(({ treatment }) => treatment !== 'erased').map(({ name }) => name)

describe('The list of personal data', () => {
  it('has every table of the schema, with every column that refers to a user, workspace or other row', () => {
    expect(tables.length).toBeGreaterThan(20)
    for (const table of tables) {
      const hint = `Add ${table.name} to ${list}: state for each of these columns whether the purge erases it, and which part of the data download contains the rows.`
      expect(Object.keys(personalData[table.name]?.columns ?? { missing: true }).sort(), hint).toEqual(
        referencesOf(table),
      )
    }
    expect(Object.keys(personalData).sort()).toEqual(tables.map(({ name }) => name).sort())
  })
})

describe('Purging an account with a row in every table', () => {
  it('leaves its ids only in the columns that the list keeps, and leaves no email address, name or IP address anywhere', async () => {
    const { ids } = await makePersonalDataScene(test, erasableSince())
    const before = columnsWith(await everyRow(), ids)
    for (const { name } of listed)
      expect(
        before,
        `Give the deleted user of ${scene} a row with ${name}, so that its erasure is tested.`,
      ).toContain(name)
    await purge({ ...test.services, liveSubscriptions: countingStatuses })
    expect(test.taskFailures).toEqual([])
    const rows = await everyRow()
    expect([...columnsWith(rows, ids)].sort()).toEqual([...keptColumns, 'users.id'].sort())
    expect(rows.map((row) => JSON.stringify(row)).filter((text) => personalTraces.test(text))).toEqual([])
  })
})

describe('The data download', () => {
  it('has the rows of every table, except tables that the list excludes with a reason', async () => {
    const { user } = await makePersonalDataScene(test, erasableSince())
    await test.database.orm.update(users).set({ deletedAt: null }).where(eq(users.id, user.id))
    const { token: session } = await makeSession(test.database, user)
    const { body: data } = await test.send(myData.download, { params: { userId: user.id } }, { session })
    for (const [table, { download }] of Object.entries(personalData))
      if (typeof download === 'string') {
        const hint = `Add the rows of ${table} to the data download as "${download}" (features/my-data/my-data-store.ts).`
        const part = data[download]
        expect(Array.isArray(part) ? part.length : Object.keys(part ?? {}).length, hint).toBeGreaterThan(0)
      }
  })
})

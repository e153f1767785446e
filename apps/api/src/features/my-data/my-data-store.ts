/** Reads what is stored about a user, from the tables that declare a part of the download. */
import { and, desc, eq, getTableColumns, gt, inArray, lt, or } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { columnOf, type DeclaredTable, type Part, tables } from '../../db/table.ts'
import { type Page, readPages } from '../../http/lists/read-pages.ts'
import { users } from '../account/user-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

export async function readAccount(db: Orm, userId: string) {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  return row
}

type Account = typeof users.$inferSelect

/** Returns each part by its name: its rows or pages of rows, or a single row or null. */
export async function readParts(db: Orm, account: Account): Promise<Record<string, unknown>> {
  const parts: Record<string, unknown> = {}
  for (const declared of tables)
    for (const [name, part] of Object.entries(declared.download)) {
      if (part === 'explicit') continue
      const read = (page?: Page) => readRows(db, declared, part, account, page)
      if (part.needsVerifiedEmail && !account.emailVerified) parts[name] = []
      else if (part.isSingle) parts[name] = (await read())[0] ?? null
      else if (part.isShort) parts[name] = await read()
      else parts[name] = readPages(read, (row) => String(row[part.orderBy ?? 'id']))
    }
  return parts
}

function readRows(
  db: Orm,
  { table, people }: DeclaredTable,
  { of, columns, orderBy = 'id', isNewestFirst }: Part,
  account: Account,
  page?: Page,
): PromiseLike<Record<string, unknown>[]> {
  const isOf = [of].flat().map((name) => {
    const column = columnOf(table, name)
    if (name === 'emailKey') return eq(column, account.emailKey)
    const fate = people[name]
    const parent = fate && 'deletedWith' in fate ? fate.deletedWith : users
    if (parent === users) return eq(column, account.id)
    const own = eq(columnOf(parent, 'userId'), account.id)
    return inArray(column, db.select({ id: parent.id }).from(parent).where(own))
  })
  const names = columns === 'all' ? Object.keys(getTableColumns(table)) : columns
  const fields = names.map((name) => [
    name,
    name === 'workspaceName' ? workspaces.displayName : columnOf(table, name),
  ])
  const key = columnOf(table, orderBy)
  const isNext = page?.after === undefined ? undefined : (isNewestFirst ? lt : gt)(key, page.after)
  const query = db
    .select(Object.fromEntries(fields))
    .from(table)
    .where(and(or(...isOf), isNext))
    .orderBy(isNewestFirst ? desc(key) : key)
    .$dynamic()
  if (names.includes('workspaceName'))
    query.leftJoin(workspaces, eq(workspaces.id, columnOf(table, 'workspaceId')))
  return page ? query.limit(page.limit) : query
}

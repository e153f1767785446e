import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { workspaceActivity } from '../features/activity/activity-table.ts'
import { makeUser, makeWorkspace } from '../testing/factories.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { deleteInChunks, updateInChunks } from './chunks.ts'
import type { ObserveStatement } from './observed-statement.ts'

const database = await openTestDatabase()
const counts: number[] = []
const observe: ObserveStatement = async ({ text }, run) => {
  const answer = await run()
  const { rows } = answer as { rows: { count: number }[] }
  if (text.startsWith('with changed')) counts.push(rows[0]?.count ?? -1)
  return answer
}
database.observe(observe)

async function makeActivity(rows: number) {
  counts.length = 0
  const workspace = await makeWorkspace(database, await makeUser(database))
  await database.orm.execute(sql`
    insert into workspace_activity (id, workspace_id, act, ip_address, at)
    select lpad(${workspace.id.slice(-12)} || number::text, 26, '0'), ${workspace.id}, 'token.created', '203.0.113.9', now()
    from generate_series(1, ${sql.raw(String(rows))}) number`)
  return workspace
}
const left = (workspaceId: string) =>
  database.orm.$count(workspaceActivity, eq(workspaceActivity.workspaceId, workspaceId))

describe('deleteInChunks', () => {
  it('deletes the matching rows, at most 5,000 with each statement, and no others', async () => {
    const [busy, quiet] = [await makeActivity(1), await makeActivity(12_000)]
    await deleteInChunks(database.upkeep, workspaceActivity, eq(workspaceActivity.workspaceId, quiet.id))
    expect(counts).toEqual([5_000, 5_000, 2_000])
    expect([await left(busy.id), await left(quiet.id)]).toEqual([1, 0])
  })
})

describe('updateInChunks', () => {
  it('changes the matching rows, at most 5,000 with each statement', async () => {
    const { id } = await makeActivity(7_000)
    const isOf = and(eq(workspaceActivity.workspaceId, id), isNotNull(workspaceActivity.ipAddress))
    await updateInChunks(database.upkeep, workspaceActivity, sql`ip_address = null`, isOf)
    expect(counts).toEqual([5_000, 2_000])
    expect(await database.orm.$count(workspaceActivity, isOf)).toBe(0)
    expect(await left(id)).toBe(7_000)
  })
})

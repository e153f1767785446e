/** The database guarantees that a workspace has exactly one OWNER. See docs/product/members.md#the-owner. */
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { workspaceMembers } from '../features/members/member-table.ts'
import { workspaces } from '../features/workspaces/workspace-table.ts'
import { addMember, makeUser, makeWorkspace } from '../testing/factories.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import type { Orm } from './database.ts'
import { driverError, violatedUnique } from './database-errors.ts'

const database = await openTestDatabase()
const owner = await makeUser(database)
const other = await makeUser(database)

async function outcome(work: (tx: Orm) => Promise<unknown>): Promise<string> {
  try {
    await database.transaction(work)
    return 'kept'
  } catch (error) {
    return violatedUnique(error) ?? driverError(error)?.constraint ?? String(error)
  }
}

const setRole = (tx: Orm, workspaceId: string, userId: string, role: 'OWNER' | 'APPROVER') =>
  tx
    .update(workspaceMembers)
    .set({ role })
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId)))

it('the database refuses a workspace without an owner', async () => {
  const { id: _, ...values } = await makeWorkspace(database, owner)
  const insert = (tx: Orm) => tx.insert(workspaces).values({ ...values, id: 'without' })
  expect(await outcome(insert)).toBe('workspaces_exactly_one_owner')
})

it('the database refuses the removal or demotion of the only owner', async () => {
  const { id } = await makeWorkspace(database, owner)
  const isIn = eq(workspaceMembers.workspaceId, id)
  expect(await outcome((tx) => tx.delete(workspaceMembers).where(isIn))).toBe('workspaces_exactly_one_owner')
  expect(await outcome((tx) => setRole(tx, id, owner.id, 'APPROVER'))).toBe('workspaces_exactly_one_owner')
})

it('the database refuses a second owner', async () => {
  const workspace = await makeWorkspace(database, owner)
  expect(await outcome((tx) => addMember({ orm: tx }, workspace, other, 'OWNER'))).toBe(
    'workspace_members_one_owner',
  )
})

it('the database allows a transfer of ownership within a transaction', async () => {
  const workspace = await makeWorkspace(database, owner)
  await addMember(database, workspace, other, 'EDITOR')
  const move = async (tx: Orm) => {
    await setRole(tx, workspace.id, owner.id, 'APPROVER')
    await setRole(tx, workspace.id, other.id, 'OWNER')
  }
  expect(await outcome(move)).toBe('kept')
})

it('the database requires no owner of a deleted workspace, but again when it is restored', async () => {
  const { id } = await makeWorkspace(database, owner)
  const remove = async (tx: Orm) => {
    await tx.update(workspaces).set({ deletedAt: new Date() }).where(eq(workspaces.id, id))
    await tx.delete(workspaceMembers).where(eq(workspaceMembers.workspaceId, id))
  }
  expect(await outcome(remove)).toBe('kept')
  const restore = (tx: Orm) => tx.update(workspaces).set({ deletedAt: null }).where(eq(workspaces.id, id))
  expect(await outcome(restore)).toBe('workspaces_exactly_one_owner')
})

/** Facts that the scenario reads from the database: ids that a killed request never returned, and the owner of each workspace. */
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../../features/account/user-table.ts'
import { workspaceInvitations } from '../../features/invitations/invitation-table.ts'
import { workspaceMembers } from '../../features/members/member-table.ts'
import { authTokens } from '../../features/tokens/token-table.ts'
import { workspaces } from '../../features/workspaces/workspace-table.ts'

/** A well-formed id that doesn't exist. */
export const noId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

export async function findWorkspaceId(db: Orm, displayName: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(eq(workspaces.displayName, displayName))
  return row?.id
}

export async function findNewestInvitationId(
  db: Orm,
  of: { workspace: string; email: string },
): Promise<string> {
  const [row] = await db
    .select({ id: workspaceInvitations.id })
    .from(workspaceInvitations)
    .innerJoin(workspaces, eq(workspaces.id, workspaceInvitations.workspaceId))
    .where(and(eq(workspaces.displayName, of.workspace), eq(workspaceInvitations.email, of.email)))
    .orderBy(desc(workspaceInvitations.createdAt))
    .limit(1)
  return row?.id ?? noId
}

export async function findTokenId(db: Orm, name: string): Promise<string> {
  const [row] = await db.select({ id: authTokens.id }).from(authTokens).where(eq(authTokens.name, name))
  return row?.id ?? noId
}

/** The owners of all workspaces, including deleted ones, as `workspace: address`. */
export async function listOwners(db: Orm): Promise<string[]> {
  const rows = await db
    .select({ workspace: workspaces.displayName, email: users.email })
    .from(workspaces)
    .innerJoin(
      workspaceMembers,
      and(eq(workspaceMembers.workspaceId, workspaces.id), eq(workspaceMembers.role, 'OWNER')),
    )
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
  return rows.map(({ workspace, email }) => `${workspace}: ${email}`).sort()
}

export async function findDatabaseName(db: Orm): Promise<string> {
  const [row] = await db.select({ name: sql<string>`current_database()` }).from(sql`(select 1) as one`)
  return row?.name ?? ''
}

/** Closes the connections of one process, as if that process had died. */
export async function endConnections(db: Orm, applicationName: string): Promise<void> {
  await db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName}`)
}

/** Reads and creates workspaces. */
import type { InstanceEnvType } from '@portal/contract/instance-url'
import { listPageMaxSize } from '@portal/contract/limits'
import type { WorkspaceRole } from '@portal/contract/permissions'
import { and, eq, gt, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { users } from '../../db/schema/users.ts'
import { workspaceMembers, workspaces } from '../../db/schema/workspaces.ts'

/** A workspace with the role and flags of the member who asks for it. */
export interface WorkspaceRow {
  id: string
  displayName: string
  description: string | null
  instanceUrl: string
  instanceEnvType: InstanceEnvType
  isApprovalsEnabled: boolean
  creatorUserId: string
  creatorFirstName: string | null
  creatorLastName: string | null
  createdAt: Date
  quarantinedAt: Date | null
  role: WorkspaceRole
  isFavourite: boolean
  isHidden: boolean
  isDefault: boolean
  memberCount: number
  lastOpenedAt: Date | null
}

const columns = {
  id: workspaces.id,
  displayName: workspaces.displayName,
  description: workspaces.description,
  instanceUrl: workspaces.instanceUrl,
  instanceEnvType: workspaces.instanceEnvType,
  isApprovalsEnabled: workspaces.isApprovalsEnabled,
  creatorUserId: workspaces.creatorUserId,
  creatorFirstName: users.firstName,
  creatorLastName: users.lastName,
  createdAt: workspaces.createdAt,
  quarantinedAt: workspaces.quarantinedAt,
  role: workspaceMembers.role,
  isFavourite: workspaceMembers.isFavourite,
  isHidden: workspaceMembers.isHidden,
  lastOpenedAt: workspaceMembers.lastOpenedAt,
  memberCount: sql<number>`(select count(*)::int from workspace_members others where others.workspace_id = ${workspaces.id})`,
  /** The default is stored on the user. It applies only while the user is the workspace's creator. */
  isDefault: sql<boolean>`(${workspaces.creatorUserId} = ${workspaceMembers.userId} and ${users.defaultWorkspaceId} is not distinct from ${workspaces.id})`,
} as const

const selectWorkspaces = (orm: Orm) =>
  orm
    .select(columns)
    .from(workspaceMembers)
    .innerJoin(workspaces, and(eq(workspaces.id, workspaceMembers.workspaceId), isNull(workspaces.deletedAt)))
    .innerJoin(users, eq(users.id, workspaces.creatorUserId))

/** Selects a user's workspaces by id, oldest first. A single index serves it at any number of workspaces. */
export const selectWorkspacesOf = (orm: Orm, userId: string | SQLWrapper, after?: string) =>
  selectWorkspaces(orm)
    .where(
      and(
        eq(workspaceMembers.userId, userId),
        after === undefined ? undefined : gt(workspaceMembers.workspaceId, after),
      ),
    )
    .orderBy(workspaceMembers.workspaceId)

/** Lists one page of a user's workspaces. The first page is prepared, because every visit reads it. */
export async function listWorkspacesPage(
  db: Orm,
  userId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<WorkspaceRow[]> {
  if (after !== undefined) return selectWorkspacesOf(db, userId, after).limit(limit)
  const query = prepared(db, 'first_workspaces_of_user', (orm, name) =>
    selectWorkspacesOf(orm, sql.placeholder('userId')).limit(sql.placeholder('limit')).prepare(name),
  )
  return query.execute({ userId, limit })
}

/** Lists the workspaces of a user, at most as many as a page has. */
export const listWorkspaces = (db: Orm, userId: string): Promise<WorkspaceRow[]> =>
  listWorkspacesPage(db, userId, { limit: listPageMaxSize, after: undefined })

export async function findWorkspace(
  db: Orm,
  workspaceId: string,
  userId: string,
): Promise<WorkspaceRow | undefined> {
  const query = prepared(db, 'workspace_of_person', (orm, name) =>
    selectWorkspaces(orm)
      .where(
        and(
          eq(workspaceMembers.workspaceId, sql.placeholder('workspaceId')),
          eq(workspaceMembers.userId, sql.placeholder('userId')),
        ),
      )
      .prepare(name),
  )
  const [row] = await query.execute({ workspaceId, userId })
  return row
}

export interface NewWorkspaceRow {
  workspace: typeof workspaces.$inferInsert
  isFavourite: boolean
  isHidden: boolean
  isDefault: boolean
}

/** Inserts a workspace and its owner's membership. Call it in a transaction. */
export async function insertWorkspace(db: Orm, row: NewWorkspaceRow): Promise<void> {
  const { id, creatorUserId, createdAt } = row.workspace
  await db.insert(workspaces).values(row.workspace)
  await db.insert(workspaceMembers).values({
    workspaceId: id,
    userId: creatorUserId,
    role: 'OWNER',
    isFavourite: row.isFavourite,
    isHidden: row.isHidden,
    joinedAt: createdAt,
  })
  if (row.isDefault) await db.update(users).set({ defaultWorkspaceId: id }).where(eq(users.id, creatorUserId))
}

const isMembership = (workspaceId: string, userId: string) =>
  and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId))

/** Finds the URL that a member has confirmed, and the user who set the current one if it is not the owner. */
export async function findAddressConfirmation(
  db: Orm,
  workspaceId: string,
  userId: string,
): Promise<{ confirmedUrl: string | null; setByUserId: string | null }> {
  const [row] = await db
    .select({
      confirmedUrl: workspaceMembers.confirmedInstanceUrl,
      setByUserId: workspaces.addressSetByUserId,
    })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(isMembership(workspaceId, userId))
  return row ?? { confirmedUrl: null, setByUserId: null }
}

export async function confirmAddress(
  db: Orm,
  workspaceId: string,
  userId: string,
  url: string,
): Promise<void> {
  await db
    .update(workspaceMembers)
    .set({ confirmedInstanceUrl: url })
    .where(isMembership(workspaceId, userId))
}

export async function markOpened(db: Orm, workspaceId: string, userId: string, now: Date): Promise<void> {
  await db.update(workspaceMembers).set({ lastOpenedAt: now }).where(isMembership(workspaceId, userId))
}

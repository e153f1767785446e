/** Reads, creates and changes workspaces, and the flags of their members. Each change writes only the columns that differ. */
import { listPageMaxSize } from '@portal/contract/limits'
import type { WorkspaceRole } from '@portal/contract/members/roles'
import type { InstanceEnvType } from '@portal/contract/workspaces/instance-url'
import { and, eq, isNull } from 'drizzle-orm'
import type { NamedQueries, Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { isActive, isMembership } from './workspace-lock-store.ts'
import { workspaces } from './workspace-table.ts'

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

// The default is stored on the user. It applies only while the user is the workspace's creator.
const rowOfMember = `
  select workspaces.id, workspaces.display_name as "displayName", workspaces.description,
    workspaces.instance_url as "instanceUrl", workspaces.instance_env_type as "instanceEnvType",
    workspaces.is_approvals_enabled as "isApprovalsEnabled", workspaces.creator_user_id as "creatorUserId",
    owners.first_name as "creatorFirstName", owners.last_name as "creatorLastName",
    workspaces.created_at as "createdAt", workspaces.quarantined_at as "quarantinedAt", members.role,
    members.is_favourite as "isFavourite", members.is_hidden as "isHidden", members.last_opened_at as "lastOpenedAt",
    (select count(*)::int from workspace_members others where others.workspace_id = workspaces.id) as "memberCount",
    owners.id = members.user_id and owners.default_workspace_id is not distinct from workspaces.id as "isDefault"
  from workspace_members members
  join workspaces on workspaces.id = members.workspace_id and workspaces.deleted_at is null
  join users owners on owners.id = workspaces.creator_user_id`

export const workspacesOfUser = `${rowOfMember}
  where members.user_id = $1 and members.workspace_id > $2 order by members.workspace_id limit $3`

/** Lists one page of a user's workspaces by id, oldest first. An index serves it at any number of workspaces. */
export const listWorkspacesPage = (
  database: NamedQueries,
  userId: string,
  { limit, after = '' }: { limit: number; after: string | undefined },
): Promise<WorkspaceRow[]> =>
  database.query({ name: 'workspaces_of_user', text: workspacesOfUser, values: [userId, after, limit] })

/** Lists the workspaces of a user, at most as many as a page has. */
export const listWorkspaces = (database: NamedQueries, userId: string): Promise<WorkspaceRow[]> =>
  listWorkspacesPage(database, userId, { limit: listPageMaxSize, after: undefined })

export async function findWorkspace(
  database: NamedQueries,
  workspaceId: string,
  userId: string,
): Promise<WorkspaceRow | undefined> {
  const [row] = await database.query<WorkspaceRow>({
    name: 'workspace_of_user',
    text: `${rowOfMember} where members.workspace_id = $1 and members.user_id = $2`,
    values: [workspaceId, userId],
  })
  return row
}

/** Inserts a workspace and its owner's membership. Call it in a transaction. */
export async function insertWorkspace(
  tx: Orm,
  row: {
    workspace: typeof workspaces.$inferInsert
    isFavourite: boolean
    isHidden: boolean
    isDefault: boolean
  },
): Promise<void> {
  const { id, creatorUserId, createdAt } = row.workspace
  await tx.insert(workspaces).values(row.workspace)
  await tx.insert(workspaceMembers).values({
    workspaceId: id,
    userId: creatorUserId,
    role: 'OWNER',
    isFavourite: row.isFavourite,
    isHidden: row.isHidden,
    joinedAt: createdAt,
  })
  if (row.isDefault) await tx.update(users).set({ defaultWorkspaceId: id }).where(eq(users.id, creatorUserId))
}

/** Returns the current values that a change is compared with. Call it under the workspace's lock. */
export async function findChangeable(tx: Orm, workspaceId: string) {
  const [row] = await tx
    .select({
      displayName: workspaces.displayName,
      description: workspaces.description,
      instanceUrl: workspaces.instanceUrl,
      isApprovalsEnabled: workspaces.isApprovalsEnabled,
    })
    .from(workspaces)
    .where(isActive(workspaceId))
  return row
}
export type ChangeableWorkspace = NonNullable<Awaited<ReturnType<typeof findChangeable>>>

export type WorkspaceColumns = Partial<
  Pick<
    typeof workspaces.$inferInsert,
    | 'displayName'
    | 'description'
    | 'instanceUrl'
    | 'instanceEnvType'
    | 'isApprovalsEnabled'
    | 'addressSetByUserId'
    | 'token'
  >
>

export async function updateWorkspace(tx: Orm, workspaceId: string, set: WorkspaceColumns): Promise<void> {
  if (Object.keys(set).length > 0) await tx.update(workspaces).set(set).where(isActive(workspaceId))
}

const flagColumns = { isFavourite: 'is_favourite', isHidden: 'is_hidden' } as const

/** Sets a flag of one member. Other members' flags don't change. */
export async function setMemberFlag(
  database: NamedQueries,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  flag: keyof typeof flagColumns,
  value: boolean,
): Promise<void> {
  const column = flagColumns[flag]
  await database.query({
    name: `set_${column}`,
    text: `update workspace_members set ${column} = $3 where workspace_id = $1 and user_id = $2`,
    values: [workspaceId, userId, value],
  })
}

/** The default is a single column of the user, so concurrent calls leave exactly one default. */
export async function setDefaultWorkspace(db: Orm, userId: string, workspaceId: string): Promise<void> {
  await db.update(users).set({ defaultWorkspaceId: workspaceId }).where(eq(users.id, userId))
}

/** Whether the user's default workspace exists and is theirs. A default counts only while the user owns it. */
export async function hasDefaultWorkspace(tx: Orm, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: workspaces.id })
    .from(users)
    .innerJoin(
      workspaces,
      and(
        eq(workspaces.id, users.defaultWorkspaceId),
        eq(workspaces.creatorUserId, users.id),
        isNull(workspaces.deletedAt),
      ),
    )
    .where(eq(users.id, userId))
  return row !== undefined
}

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
    .where(isMembership({ workspaceId, userId }))
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
    .where(isMembership({ workspaceId, userId }))
}

export async function markOpened(db: Orm, workspaceId: string, userId: string, now: Date): Promise<void> {
  await db.update(workspaceMembers).set({ lastOpenedAt: now }).where(isMembership({ workspaceId, userId }))
}

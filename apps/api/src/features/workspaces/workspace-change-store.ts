/** Writes changes of a workspace and of a member's own flags. Each function writes only the columns that change. */
import { eq } from 'drizzle-orm'
import type { NamedQueries, Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { isActive } from './workspace-lock-store.ts'
import { workspaces } from './workspace-table.ts'

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

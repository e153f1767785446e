/** Changes of a workspace, and of one person's own marks on it: each writes its own columns only (RULES section 6). */
import { and, eq, isNull } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../../db/schema/users.ts'
import { workspaceMembers, workspaces } from '../../db/schema/workspaces.ts'

const isThere = (workspaceId: string) => and(eq(workspaces.id, workspaceId), isNull(workspaces.deletedAt))

/** What a change is compared with. Read it under the workspace's lock. */
export async function findChangeable(tx: Orm, workspaceId: string) {
  const [row] = await tx
    .select({
      displayName: workspaces.displayName,
      description: workspaces.description,
      instanceUrl: workspaces.instanceUrl,
      isApprovalsEnabled: workspaces.isApprovalsEnabled,
    })
    .from(workspaces)
    .where(isThere(workspaceId))
  return row
}
export type ChangeableWorkspace = NonNullable<Awaited<ReturnType<typeof findChangeable>>>

export type WorkspaceColumns = Partial<
  Pick<
    typeof workspaces.$inferInsert,
    'displayName' | 'description' | 'instanceUrl' | 'instanceEnvType' | 'isApprovalsEnabled'
  >
>

export async function updateWorkspace(tx: Orm, workspaceId: string, set: WorkspaceColumns): Promise<void> {
  if (Object.keys(set).length > 0) await tx.update(workspaces).set(set).where(isThere(workspaceId))
}

/** Star or hide: the mark of one member, nobody else's. */
export async function markForMember(
  db: Orm,
  of: { workspaceId: string; userId: string },
  mark: { isFavourite: boolean } | { isHidden: boolean },
): Promise<void> {
  await db
    .update(workspaceMembers)
    .set(mark)
    .where(and(eq(workspaceMembers.workspaceId, of.workspaceId), eq(workspaceMembers.userId, of.userId)))
}

/** One column of the person, so that of any number of tries at once exactly one default is left. */
export async function setDefaultWorkspace(db: Orm, userId: string, workspaceId: string): Promise<void> {
  await db.update(users).set({ defaultWorkspaceId: workspaceId }).where(eq(users.id, userId))
}

import { and, eq, isNull } from 'drizzle-orm'
import type { Orm } from '../../../db/database.ts'
import { users } from '../../account/user-table.ts'
import { workspaces } from '../../workspaces/workspace-table.ts'

/**
 * Locks the future owner until the transaction ends, so that only one of two concurrent workspaces becomes the
 * default.
 */
export async function lockFutureOwner(tx: Orm, userId: string) {
  const [row] = await tx
    .select({
      id: users.id,
      email: users.email,
      emailVerified: users.emailVerified,
      nickname: users.nickname,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update')
  return row
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

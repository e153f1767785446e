import { and, eq, isNull } from 'drizzle-orm'
import type { Orm } from '../../../db/database.ts'
import { users } from '../../../db/schema/users.ts'
import { workspaces } from '../../../db/schema/workspaces.ts'

/** Who a workspace is made for, locked until the transaction ends: of two at once one is the default. */
export async function lockFutureOwner(tx: Orm, userId: string) {
  const [row] = await tx
    .select({ id: users.id, email: users.email, nickname: users.nickname })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update')
  return row
}

/** Whether a person's default is there, and theirs: it counts only while they are its creator (RULES section 6). */
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

import { and, eq } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../../db/schema/users.ts'
import { workspaces } from '../../db/schema/workspaces.ts'

/** Finds the owner of a workspace. Returns undefined if the owner's address is not verified, because it gets no mails. */
export async function findVerifiedOwner(db: Orm, workspaceId: string) {
  const [row] = await db
    .select({ workspaceName: workspaces.displayName, owner: { id: users.id, email: users.email } })
    .from(workspaces)
    .innerJoin(users, eq(users.id, workspaces.creatorUserId))
    .where(and(eq(workspaces.id, workspaceId), users.emailVerified))
  return row
}

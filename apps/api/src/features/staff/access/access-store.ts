/** Ends the sessions and revokes the tokens of one user. */
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Orm } from '../../../db/database.ts'
import { sessions } from '../../../db/schema/sessions.ts'
import { authTokens } from '../../../db/schema/tokens.ts'
import { users } from '../../../db/schema/users.ts'
import { handoffCodes, workspaces } from '../../../db/schema/workspaces.ts'

/**
 * Returns an account, locked until the transaction ends. Returns undefined if it is deleted. A transaction that is creating a
 * token or a session of the account finishes first, so that what it creates is found.
 */
export async function lockAccount(tx: Orm, userId: string) {
  const [row] = await tx
    .select({ id: users.id, email: users.email, emailVerified: users.emailVerified })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('update')
  return row
}

/** Ends browser, command-line and instance sessions, and deletes hand-off codes that could start another. */
export async function endAllSessions(
  tx: Orm,
  of: { userId: string; byUserId: string },
  now: Date,
): Promise<void> {
  const { userId, byUserId } = of
  await tx
    .update(sessions)
    .set({ endedAt: now, providerToken: null })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
  await tx
    .update(authTokens)
    .set({ revokedAt: now, revokedByUserId: byUserId })
    .where(and(eq(authTokens.userId, userId), eq(authTokens.kind, 'instance'), isNull(authTokens.revokedAt)))
  await tx.delete(handoffCodes).where(eq(handoffCodes.userId, userId))
}

/** Revokes the active API tokens that act for the user, in workspaces that are not deleted. Returns them. */
export async function revokeApiTokens(
  tx: Orm,
  of: { userId: string; byUserId: string },
  now: Date,
): Promise<{ workspaceId: string; name: string }[]> {
  return tx
    .update(authTokens)
    .set({ revokedAt: now, revokedByUserId: of.byUserId })
    .from(workspaces)
    .where(
      and(
        eq(workspaces.id, authTokens.workspaceId),
        isNull(workspaces.deletedAt),
        eq(authTokens.userId, of.userId),
        eq(authTokens.kind, 'api'),
        isNull(authTokens.serviceAccountId),
        isNull(authTokens.revokedAt),
        gt(authTokens.expiresAt, now),
      ),
    )
    .returning({ workspaceId: authTokens.workspaceId, name: authTokens.name })
}

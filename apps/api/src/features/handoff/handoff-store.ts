/** One-time codes, and the workspace data that an instance receives. */
import { and, eq, isNull, lt } from 'drizzle-orm'
import { deleteInChunks } from '../../db/chunks.ts'
import type { Orm } from '../../db/database.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { users } from '../../db/schema/users.ts'
import { handoffCodes, workspaceMembers, workspaces } from '../../db/schema/workspaces.ts'
import { personColumns } from '../account/account-store.ts'
import { holdMembership } from '../workspaces/workspace-lock-store.ts'

export type HandoffCode = typeof handoffCodes.$inferSelect

export async function insertHandoffCode(db: Orm, code: typeof handoffCodes.$inferInsert): Promise<void> {
  await db.insert(handoffCodes).values(code)
}

/** Consumes a code in one atomic statement, so that exactly one of many concurrent attempts succeeds. */
export async function takeHandoffCode(db: Orm, codeHash: Uint8Array): Promise<HandoffCode | undefined> {
  const [row] = await db.delete(handoffCodes).where(eq(handoffCodes.codeHash, codeHash)).returning()
  return row
}

export async function removeExpiredCodes(db: Orm, now: Date): Promise<void> {
  await deleteInChunks(db, handoffCodes, lt(handoffCodes.expiresAt, now))
}

/** Deletes a member's pending codes when the membership ends. */
export async function removeCodesOf(db: Orm, workspaceId: string, userId: string): Promise<void> {
  await db
    .delete(handoffCodes)
    .where(and(eq(handoffCodes.workspaceId, workspaceId), eq(handoffCodes.userId, userId)))
}

/**
 * The session that a code was issued from, with its user. The lock keeps the session from ending before the
 * transaction does.
 */
export async function lockCodeSession(db: Orm, sessionId: string) {
  const [row] = await db
    .select({
      endedAt: sessions.endedAt,
      expiresAt: sessions.expiresAt,
      isPersonDeleted: users.deletedAt,
      person: personColumns,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sessionId))
    .for('share', { of: sessions })
  return row
}

/** The workspace with its secret and the user's role. Use it only for the hand-off, because it contains the secret. */
export async function findHandoffWorkspace(db: Orm, workspaceId: string, userId: string) {
  const [row] = await db
    .select({
      id: workspaces.id,
      displayName: workspaces.displayName,
      creatorUserId: workspaces.creatorUserId,
      instanceUrl: workspaces.instanceUrl,
      instanceEnvType: workspaces.instanceEnvType,
      isApprovalsEnabled: workspaces.isApprovalsEnabled,
      quarantinedAt: workspaces.quarantinedAt,
      token: workspaces.token,
      role: workspaceMembers.role,
    })
    .from(workspaceMembers)
    .innerJoin(workspaces, and(eq(workspaces.id, workspaceMembers.workspaceId), isNull(workspaces.deletedAt)))
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId)))
  return row
}
export type HandoffWorkspace = NonNullable<Awaited<ReturnType<typeof findHandoffWorkspace>>>

/**
 * Same as `findHandoffWorkspace`, and locks the membership until the transaction ends. A concurrent removal of the
 * member waits, and then revokes the token that this transaction issues.
 */
export async function lockHandoffWorkspace(tx: Orm, workspaceId: string, userId: string) {
  const role = await holdMembership(tx, workspaceId, userId)
  return role && findHandoffWorkspace(tx, workspaceId, userId)
}

/** One-time codes and what an instance is told (RULES section 3). */
import { and, eq, isNull, lt } from 'drizzle-orm'
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

/** Takes a code: one atomic statement, so that of fifty parallel tries exactly one gets it. */
export async function takeHandoffCode(db: Orm, codeHash: Uint8Array): Promise<HandoffCode | undefined> {
  const [row] = await db.delete(handoffCodes).where(eq(handoffCodes.codeHash, codeHash)).returning()
  return row
}

export async function removeLateCodes(db: Orm, now: Date): Promise<void> {
  await db.delete(handoffCodes).where(lt(handoffCodes.expiresAt, now))
}

/** Codes under way to a workspace end with the membership. */
export async function removeCodesOf(db: Orm, workspaceId: string, userId: string): Promise<void> {
  await db
    .delete(handoffCodes)
    .where(and(eq(handoffCodes.workspaceId, workspaceId), eq(handoffCodes.userId, userId)))
}

/** The session that a code came from, with its person. It cannot end before the transaction does. */
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

/** The workspace with its secret and the person's role: for the hand-off, and for nothing else. */
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

/** The same, with the membership held until the transaction ends: whoever removes it then finds what was made. */
export async function lockHandoffWorkspace(tx: Orm, workspaceId: string, userId: string) {
  const role = await holdMembership(tx, workspaceId, userId)
  return role && findHandoffWorkspace(tx, workspaceId, userId)
}

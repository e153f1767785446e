/** One-time codes, and the workspace data that an instance receives. */
import { and, eq, gte, isNotNull, isNull } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { personColumns } from '../../guard/person-store.ts'
import { users } from '../account/user-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { sessions } from '../sessions/session-table.ts'
import { lockMembershipForShare } from '../workspaces/workspace-lock-store.ts'
import { hasPlainSecret, workspaces } from '../workspaces/workspace-table.ts'
import { handoffCodes } from './handoff-table.ts'

export type HandoffCode = typeof handoffCodes.$inferSelect

export async function insertHandoffCode(db: Orm, code: typeof handoffCodes.$inferInsert): Promise<void> {
  await db.insert(handoffCodes).values(code)
}

/**
 * Consumes a code for a token in one atomic statement, so that exactly one of many concurrent attempts succeeds. The row is
 * kept until the code expires, to detect its reuse.
 */
export async function takeHandoffCode(
  db: Orm,
  codeHash: Uint8Array,
  tokenId: string,
): Promise<HandoffCode | undefined> {
  const [row] = await db
    .update(handoffCodes)
    .set({ tokenId })
    .where(and(eq(handoffCodes.codeHash, codeHash), isNull(handoffCodes.tokenId)))
    .returning()
  return row
}

/** Records that a consumed code was sent again within its lifetime. Returns the id of its token. */
export async function markReused(tx: Orm, codeHash: Uint8Array, now: Date): Promise<string | undefined> {
  const [row] = await tx
    .update(handoffCodes)
    .set({ reusedAt: now })
    .where(
      and(
        eq(handoffCodes.codeHash, codeHash),
        isNotNull(handoffCodes.tokenId),
        gte(handoffCodes.expiresAt, now),
      ),
    )
    .returning()
  return row?.tokenId ?? undefined
}

/**
 * When a consumed code was sent again, or null. The lock makes a later reuse wait until the transaction has stored the
 * token, so that the reuse finds and revokes it.
 */
export async function lockReuse(tx: Orm, codeHash: Uint8Array): Promise<Date | null> {
  const [row] = await tx
    .select({ reusedAt: handoffCodes.reusedAt })
    .from(handoffCodes)
    .where(eq(handoffCodes.codeHash, codeHash))
    .for('update')
  return row?.reusedAt ?? null
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
export async function lockCodeSessionForShare(db: Orm, sessionId: string) {
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
export async function lockHandoffWorkspaceForShare(tx: Orm, workspaceId: string, userId: string) {
  const role = await lockMembershipForShare(tx, workspaceId, userId)
  return role && findHandoffWorkspace(tx, workspaceId, userId)
}

export async function findSecret(db: Orm, workspaceId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ token: workspaces.token })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
  return row?.token
}

/** Replaces a stored secret. Returns false if it is no longer the given one. */
export async function replaceSecret(
  db: Orm,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const replaced = await db
    .update(workspaces)
    .set({ token: to })
    .where(and(eq(workspaces.id, workspaceId), eq(workspaces.token, from)))
    .returning({ id: workspaces.id })
  return replaced.length > 0
}

/** Lists plain secrets. The condition is that of the index `workspaces_plain_secret`, so it has no parameters. */
export const plainSecrets = (db: Orm, limit: number) =>
  db
    .select({ id: workspaces.id, token: workspaces.token })
    .from(workspaces)
    .where(hasPlainSecret(workspaces.token))
    .orderBy(workspaces.id)
    .limit(limit)

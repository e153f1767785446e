/** Signed tokens by their `jti` (RULES section 3). */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Orm } from '../../db/client.ts'
import { prepared } from '../../db/prepared.ts'
import { authTokens } from '../../db/schema/tokens.ts'
import { users } from '../../db/schema/users.ts'
import { workspaceMembers, workspaces } from '../../db/schema/workspaces.ts'
import { personColumns } from '../account/account-store.ts'

/** A token with its person, its workspace and the person's role there, in one query. */
export async function findToken(db: Orm, tokenId: string) {
  const query = prepared(db, 'token_by_id', (orm, name) =>
    orm
      .select({
        tokenId: authTokens.id,
        kind: authTokens.kind,
        workspaceId: authTokens.workspaceId,
        expiresAt: authTokens.expiresAt,
        revokedAt: authTokens.revokedAt,
        lastUsedAt: authTokens.lastUsedAt,
        isPersonDeleted: sql<boolean>`${users.deletedAt} is not null`,
        isWorkspaceDeleted: sql<boolean>`${workspaces.deletedAt} is not null`,
        workspaceQuarantinedAt: workspaces.quarantinedAt,
        role: workspaceMembers.role,
        person: personColumns,
      })
      .from(authTokens)
      .innerJoin(users, eq(users.id, authTokens.userId))
      .innerJoin(workspaces, eq(workspaces.id, authTokens.workspaceId))
      .leftJoin(
        workspaceMembers,
        and(
          eq(workspaceMembers.workspaceId, authTokens.workspaceId),
          eq(workspaceMembers.userId, authTokens.userId),
        ),
      )
      .where(eq(authTokens.id, sql.placeholder('tokenId')))
      .prepare(name),
  )
  const [row] = await query.execute({ tokenId })
  return row
}

export async function insertToken(db: Orm, token: typeof authTokens.$inferInsert): Promise<void> {
  await db.insert(authTokens).values(token)
}

export async function touchToken(db: Orm, tokenId: string, usedAt: Date, ipAddress: string): Promise<void> {
  await db
    .update(authTokens)
    .set({ lastUsedAt: usedAt, lastUsedIp: ipAddress })
    .where(eq(authTokens.id, tokenId))
}

/** Revoking twice keeps the first date. */
export async function revokeToken(db: Orm, tokenId: string, byUserId: string, now: Date): Promise<void> {
  await db
    .update(authTokens)
    .set({ revokedAt: now, revokedByUserId: byUserId })
    .where(and(eq(authTokens.id, tokenId), isNull(authTokens.revokedAt)))
}

/** Stores signed tokens by their `jti`: API tokens and instance sessions. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import type { ListPage } from '../../http/lists/list-page.ts'
import { authTokens } from './token-table.ts'

/**
 * Matches the tokens that a revocation has to change. Expired ones are left as they are: pipelines and workspace instances may
 * have left any number of them.
 */
export const isActiveToken = (now: Date) => and(isNull(authTokens.revokedAt), gt(authTokens.expiresAt, now))

export async function insertInstanceToken(
  tx: Orm,
  token: Omit<typeof authTokens.$inferInsert, 'kind'>,
): Promise<void> {
  await tx.insert(authTokens).values({ ...token, kind: 'instance' })
}

export async function isTokenRevoked(db: Orm, tokenId: string): Promise<boolean> {
  const [row] = await db
    .select({ revokedAt: authTokens.revokedAt })
    .from(authTokens)
    .where(eq(authTokens.id, tokenId))
  return row?.revokedAt !== null
}

/** Revokes a token. Revoking twice keeps the first date. */
export async function revokeToken(db: Orm, tokenId: string, byUserId: string, now: Date): Promise<void> {
  await db
    .update(authTokens)
    .set({ revokedAt: now, revokedByUserId: byUserId })
    .where(and(eq(authTokens.id, tokenId), isNull(authTokens.revokedAt)))
}

/** Revokes the token of a hand-off code that was used twice. */
export async function revokeReusedToken(tx: Orm, tokenId: string, now: Date): Promise<void> {
  await tx
    .update(authTokens)
    .set({ revokedAt: now })
    .where(and(eq(authTokens.id, tokenId), isNull(authTokens.revokedAt)))
}

/** Revokes all active tokens of a service account. */
export async function revokeTokensOfServiceAccount(
  tx: Orm,
  serviceAccountId: string,
  byUserId: string,
  now: Date,
): Promise<void> {
  await tx
    .update(authTokens)
    .set({ revokedAt: now, revokedByUserId: byUserId })
    .where(and(eq(authTokens.serviceAccountId, serviceAccountId), isActiveToken(now)))
}

/**
 * Revokes all of a user's active tokens for a workspace, of both kinds. A later membership doesn't restore them. Tokens of service
 * accounts that the user created continue to work.
 */
export async function revokeTokensOf(
  db: Orm,
  of: { workspaceId: string; userId: string },
  byUserId: string,
  now: Date,
): Promise<void> {
  await db
    .update(authTokens)
    .set({ revokedAt: now, revokedByUserId: byUserId })
    .where(
      and(
        eq(authTokens.workspaceId, of.workspaceId),
        eq(authTokens.userId, of.userId),
        isNull(authTokens.serviceAccountId),
        isActiveToken(now),
      ),
    )
}

/** Revokes the active instance tokens that came from a portal session. */
export async function revokeTokensOfSession(db: Orm, sessionId: string, now: Date): Promise<void> {
  await db
    .update(authTokens)
    .set({ revokedAt: now })
    .where(and(eq(authTokens.sessionId, sessionId), isActiveToken(now)))
}

/** Revokes all active tokens of one kind for a workspace. */
export async function revokeTokensOfWorkspace(
  db: Orm,
  of: { workspaceId: string; kind: 'instance' | 'api' },
  byUserId: string,
  now: Date,
): Promise<void> {
  await db
    .update(authTokens)
    .set({ revokedAt: now, revokedByUserId: byUserId })
    .where(and(eq(authTokens.workspaceId, of.workspaceId), eq(authTokens.kind, of.kind), isActiveToken(now)))
}

export type OpenTokenKey = readonly [createdAt: string, id: string]

/** Lists a page of a user's active tokens for a workspace, of both kinds: the tokens that a removal would revoke. */
export async function listOpenTokensOf(
  db: Orm,
  of: { workspaceId: string; userId: string; now: Date },
  { limit, after }: ListPage<OpenTokenKey>,
) {
  return db
    .select({
      id: authTokens.id,
      name: authTokens.name,
      kind: authTokens.kind,
      createdAt: authTokens.createdAt,
      lastUsedAt: authTokens.lastUsedAt,
      lastUsedIp: authTokens.lastUsedIp,
    })
    .from(authTokens)
    .where(
      and(
        eq(authTokens.workspaceId, of.workspaceId),
        eq(authTokens.userId, of.userId),
        isNull(authTokens.serviceAccountId),
        isActiveToken(of.now),
        after && sql`(${authTokens.createdAt}, ${authTokens.id}) > (${after[0]}::timestamptz, ${after[1]})`,
      ),
    )
    .orderBy(authTokens.createdAt, authTokens.id)
    .limit(limit)
}
export type OpenTokenRow = Awaited<ReturnType<typeof listOpenTokensOf>>[number]

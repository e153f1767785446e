/** Stores signed tokens by their `jti`: API tokens and instance sessions. */
import { and, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm'
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

/**
 * Revokes a token, even if it has expired. Returns false when it is already revoked, and keeps the first date.
 * @param byUserId null when the token ends without a user's act
 */
export async function revokeToken(
  tx: Orm,
  tokenId: string,
  byUserId: string | null,
  now: Date,
): Promise<boolean> {
  const revoked = await tx
    .update(authTokens)
    .set({ revokedAt: now, revokedByUserId: byUserId })
    .where(and(eq(authTokens.id, tokenId), isNull(authTokens.revokedAt)))
    .returning({ id: authTokens.id })
  return revoked.length > 0
}

/** The tokens of a session, a service account, a trust rule, a workspace, a member or a user. */
type TokenOwner =
  | { sessionId: string }
  | { serviceAccountId: string }
  | { trustRuleId: string }
  | { workspaceId: string; kind: 'instance' }
  | { workspaceId: string; userId: string; serviceAccountId: null }
  | { userId: string; kind: 'instance' }
  | { userId: string; serviceAccountId: null }

/**
 * Revokes the active tokens of an owner. Those of a member are of both kinds, without the tokens of service accounts that the member
 * created. A later membership doesn't restore them.
 */
export async function revokeTokensOf(
  tx: Orm,
  owner: TokenOwner,
  byUserId: string | null,
  now: Date,
): Promise<void> {
  const columns = getTableColumns(authTokens)
  const isOwned = Object.entries(owner).map(([name, value]) => {
    const column = columns[name as keyof typeof columns]
    return value === null ? isNull(column) : eq(column, value)
  })
  await tx
    .update(authTokens)
    .set({ revokedAt: now, revokedByUserId: byUserId })
    .where(and(...isOwned, isActiveToken(now)))
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

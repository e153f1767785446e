/** The sessions and instance sessions of a user, as shown in the Security section of their account. */
import { and, desc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { isActiveToken } from '../tokens/token-store.ts'
import { authTokens } from '../tokens/token-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { endSessionsOf } from './session-store.ts'
import { sessions } from './session-table.ts'

/** A page of sessions is ordered by it, latest first. The time of the last use would change between two pages. */
export type SessionKey = readonly [createdAt: string, id: string]

interface SessionPage {
  limit: number
  after: SessionKey | undefined
}

const isAfterKey = (createdAt: AnyPgColumn, id: AnyPgColumn, [at, lastId]: SessionKey) =>
  sql`(${createdAt}, ${id}) < (${at}::timestamptz, ${lastId})`

/** Browser and command-line sessions: all, most recently used first, or one page, latest sign-in first. */
export async function listPortalSessions(
  db: Orm,
  userId: string,
  now: Date,
  idleSince: Date,
  page?: SessionPage,
) {
  const query = db
    .select({
      id: sessions.id,
      clientId: sessions.clientId,
      userAgent: sessions.userAgent,
      ipAddress: sessions.ipAddress,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, now),
        // A command-line session has no idle limit: it expires with its refresh token.
        or(isNotNull(sessions.clientId), gt(sessions.lastSeenAt, idleSince)),
        page?.after && isAfterKey(sessions.createdAt, sessions.id, page.after),
      ),
    )
  if (!page) return query.orderBy(desc(sessions.lastSeenAt))
  return query.orderBy(desc(sessions.createdAt), desc(sessions.id)).limit(page.limit)
}

/** Instance sessions, latest first: all, or one page. */
export async function listInstanceSessions(db: Orm, userId: string, now: Date, page?: SessionPage) {
  const query = db
    .select({
      id: authTokens.id,
      ipAddress: authTokens.lastUsedIp,
      createdAt: authTokens.createdAt,
      lastSeenAt: authTokens.lastUsedAt,
      expiresAt: authTokens.expiresAt,
      workspace: { id: workspaces.id, displayName: workspaces.displayName },
    })
    .from(authTokens)
    .innerJoin(workspaces, and(eq(workspaces.id, authTokens.workspaceId), isNull(workspaces.deletedAt)))
    .where(
      and(
        eq(authTokens.userId, userId),
        eq(authTokens.kind, 'instance'),
        isActiveToken(now),
        page?.after && isAfterKey(authTokens.createdAt, authTokens.id, page.after),
      ),
    )
    .orderBy(desc(authTokens.createdAt), desc(authTokens.id))
  return page ? query.limit(page.limit) : query
}

/** Returns the kind of the user's open session with this id. */
export async function findOwnSession(
  db: Orm,
  userId: string,
  id: string,
): Promise<'portal' | 'instance' | undefined> {
  const [portal] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.endedAt)))
  if (portal) return 'portal'
  const [instance] = await db
    .select({ id: authTokens.id })
    .from(authTokens)
    .where(
      and(
        eq(authTokens.id, id),
        eq(authTokens.userId, userId),
        eq(authTokens.kind, 'instance'),
        isNull(authTokens.revokedAt),
      ),
    )
  return instance && 'instance'
}

/**
 * Ends every portal session except one, and every instance session not started from it. Returns how many. Locks the account, so
 * that a session that another one is starting at the same time ends as well.
 */
export async function endOtherSessions(
  tx: Orm,
  userId: string,
  keepSessionId: string | undefined,
  now: Date,
): Promise<number> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const ended = await endSessionsOf(tx, { userId, exceptId: keepSessionId }, now)
  const instances = await tx
    .update(authTokens)
    .set({ revokedAt: now, revokedByUserId: userId })
    .where(
      and(
        eq(authTokens.userId, userId),
        eq(authTokens.kind, 'instance'),
        isActiveToken(now),
        keepSessionId === undefined ? undefined : ne(authTokens.sessionId, keepSessionId),
      ),
    )
    .returning({ id: authTokens.id })
  return ended.length + instances.length
}

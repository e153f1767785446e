import { and, inArray, lte, notInArray } from 'drizzle-orm'
import { deleteInChunks } from '../../db/chunks.ts'
import type { Orm } from '../../db/database.ts'
import { handoffCodes } from '../handoff/handoff-table.ts'
import { refreshTokens } from '../oauth/oauth-table.ts'
import { sessions } from '../sessions/session-table.ts'
import { authTokens } from '../tokens/token-table.ts'

/** Lists sessions that expired at `before` or earlier, earliest first, without those of `skipped`. */
export async function listExpiredSessions(
  db: Orm,
  before: Date,
  skipped: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(lte(sessions.expiresAt, before), notInArray(sessions.id, [...skipped])))
    .orderBy(sessions.expiresAt)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * Deletes sessions with their tokens. The rows that a session can have in any number are deleted in chunks first, because a
 * cascade deletes all of them in one statement.
 */
export async function removeSessions(db: Orm, ids: readonly string[]): Promise<void> {
  await deleteInChunks(db, handoffCodes, inArray(handoffCodes.sessionId, [...ids]))
  await deleteInChunks(db, authTokens, inArray(authTokens.sessionId, [...ids]))
  await deleteInChunks(db, refreshTokens, inArray(refreshTokens.sessionId, [...ids]))
  await deleteInChunks(db, sessions, inArray(sessions.id, [...ids]))
}

import { inArray, lte } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { authTokens } from '../../db/schema/tokens.ts'
import { handoffCodes } from '../../db/schema/workspaces.ts'

/** Deletes sessions that expired at `before` or earlier, with their instance tokens. Returns how many. */
export async function removeSessions(tx: Orm, before: Date, limit: number): Promise<number> {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(lte(sessions.expiresAt, before))
    .orderBy(sessions.expiresAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await tx.delete(handoffCodes).where(inArray(handoffCodes.sessionId, ids))
  await tx.delete(authTokens).where(inArray(authTokens.sessionId, ids))
  await tx.delete(sessions).where(inArray(sessions.id, ids))
  return ids.length
}

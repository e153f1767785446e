import type { Orm } from '../../db/database.ts'
import { revokeTokensOfSession } from '../tokens/token-store.ts'
import { markEnded, markEndedOfIdentity } from './session-store.ts'

/** Ends a session and the instance tokens that came from it. */
export async function endSession(tx: Orm, sessionId: string, now: Date): Promise<void> {
  await markEnded(tx, sessionId, now)
  await revokeTokensOfSession(tx, sessionId, now)
}

/** Ends every session that an identity has started in an account, with the instance tokens that came from them. */
export async function endSessionsOfIdentity(
  tx: Orm,
  of: { userId: string; subject: string },
  now: Date,
): Promise<void> {
  for (const sessionId of await markEndedOfIdentity(tx, of, now))
    await revokeTokensOfSession(tx, sessionId, now)
}

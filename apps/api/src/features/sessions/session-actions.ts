import type { Orm } from '../../db/database.ts'
import { revokeTokensOfSession } from '../tokens/token-store.ts'
import { markEnded } from './session-store.ts'

/** Ends a session and the instance tokens that came from it. */
export async function endSession(tx: Orm, sessionId: string, now: Date): Promise<void> {
  await markEnded(tx, sessionId, now)
  await revokeTokensOfSession(tx, sessionId, now)
}

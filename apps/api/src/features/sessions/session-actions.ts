import type { Orm } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { revokeTokensOf } from '../tokens/token-store.ts'
import { endSessionsOf } from './session-store.ts'

/** Ends a session and the instance tokens that came from it. */
export async function endSession(tx: Orm, sessionId: string, now: Date): Promise<void> {
  await endSessionsOf(tx, { id: sessionId }, now)
  await revokeTokensOf(tx, { sessionId }, null, now)
}

/** Ends every session that an identity has started in an account, with the instance tokens that came from them. */
export async function endSessionsOfIdentity(
  tx: Orm,
  of: { userId: string; subject: string },
  now: Date,
): Promise<void> {
  for (const sessionId of await endSessionsOf(tx, of, now)) await revokeTokensOf(tx, { sessionId }, null, now)
}

/** Ends a session and its instance tokens, in its own transaction. */
export async function signOut(
  { database, now }: Pick<Services, 'database' | 'now'>,
  sessionId: string,
): Promise<void> {
  await database.transaction((tx) => endSession(tx, sessionId, now()))
}

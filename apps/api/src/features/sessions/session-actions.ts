import { tokenRevoked } from '../../crypto/token-signer.ts'
import type { Orm } from '../../db/database.ts'
import type { Caller } from '../../guard/caller.ts'
import { sessionEnded } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { isTokenRevoked, revokeTokensOf } from '../tokens/token-store.ts'
import { endSessionsOf, isSessionOpen } from './session-store.ts'

/**
 * Call it under a lock. A request may have waited for the lock while its session or token ended, for example because the account was
 * handed to the owner of its address.
 * @throws Refusal `SessionEnded` or `TokenRevoked`
 */
export async function requireOpenCredential(
  tx: Orm,
  { person, sessionId, token }: Pick<Caller, 'person' | 'sessionId' | 'token'>,
): Promise<void> {
  if (token && (await isTokenRevoked(tx, token.id))) throw tokenRevoked()
  if (sessionId !== undefined && !(await isSessionOpen(tx, { userId: person.id, sessionId })))
    throw sessionEnded()
}

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

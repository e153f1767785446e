import { tokenRevoked } from '../../crypto/token-signer.ts'
import type { Orm } from '../../db/database.ts'
import type { Caller } from '../../guard/caller.ts'
import { notFound, sessionEnded } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { isTokenRevoked, revokeToken, revokeTokensOfSession } from '../tokens/token-store.ts'
import * as own from './own-sessions-store.ts'
import { isSessionOpen, markEnded, markEndedOfIdentity } from './session-store.ts'

type ActionServices = Pick<Services, 'database' | 'now'>

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

/** Ends a session and its instance tokens, in its own transaction. */
export async function signOut({ database, now }: ActionServices, sessionId: string): Promise<void> {
  await database.transaction((tx) => endSession(tx, sessionId, now()))
}

/**
 * Ends one of the user's own sessions, in a browser, in a command-line tool or on an instance.
 * @throws Refusal `NotFound` for a session that is unknown, has ended or belongs to another user
 */
export async function endOwnSession(
  services: ActionServices,
  userId: string,
  sessionId: string,
): Promise<void> {
  const { database, now } = services
  const kind = await own.findOwnSession(database.orm, userId, sessionId)
  if (kind === undefined) throw notFound('session')
  if (kind === 'portal') await signOut(services, sessionId)
  // The id of a session on an instance is the id of its token.
  else await revokeToken(database.orm, sessionId, userId, now())
}

/** Ends every session of the user except `keepSessionId` and the instance sessions started from it. Returns how many. */
export async function endOtherSessions(
  { database, now }: ActionServices,
  userId: string,
  keepSessionId: string | undefined,
): Promise<number> {
  return database.transaction((tx) => own.endOtherSessions(tx, userId, keepSessionId, now()))
}

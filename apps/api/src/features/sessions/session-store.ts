/** Portal sessions and pending sign-ins. See docs/product/sessions.md#portal-sessions. */
import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { signInAttempts } from '../sign-in/sign-in-table.ts'
import { sessions } from './session-table.ts'

/** Finds the id of a session, whether it has ended or not. */
export async function findSessionId(db: Orm, tokenHash: Uint8Array): Promise<string | undefined> {
  const [row] = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.tokenHash, tokenHash))
  return row?.id
}

export async function insertSession(db: Orm, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session)
}

/**
 * Renews an open session after its user has signed in again: a new secret and a new expiry. Keeps the id, so that the
 * instance sessions opened from it stay. Returns false if the session has ended.
 */
export async function renewSession(
  db: Orm,
  sessionId: string,
  renewed: Partial<typeof sessions.$inferInsert>,
): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set(renewed)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return rows.length > 0
}

export async function readProviderToken(db: Orm, sessionId: string): Promise<Uint8Array | undefined> {
  const [row] = await db
    .select({ providerToken: sessions.providerToken })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  return row?.providerToken ?? undefined
}

/** One session, or those of a user: all, those of an identity or of command-line tools, or all but one. */
type SessionOwner =
  | { id: string }
  | { userId: string; subject?: string; isOfClient?: true; exceptId?: string | undefined }

/** Ends the open sessions of an owner. Returns their ids. */
export async function endSessionsOf(tx: Orm, owner: SessionOwner, now: Date): Promise<string[]> {
  const isOwned =
    'id' in owner
      ? eq(sessions.id, owner.id)
      : and(
          eq(sessions.userId, owner.userId),
          owner.subject === undefined ? undefined : eq(sessions.subject, owner.subject),
          owner.isOfClient ? isNotNull(sessions.clientId) : undefined,
          owner.exceptId === undefined ? undefined : ne(sessions.id, owner.exceptId),
        )
  const ended = await tx
    .update(sessions)
    .set({ endedAt: now, providerToken: null })
    .where(and(isOwned, isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return ended.map(({ id }) => id)
}

export async function insertAttempt(db: Orm, attempt: typeof signInAttempts.$inferInsert): Promise<void> {
  await db.insert(signInAttempts).values(attempt)
}

/** Consumes a pending sign-in in one statement, so that exactly one of many concurrent attempts succeeds. */
export async function takeAttempt(db: Orm, stateHash: Uint8Array, browserHash: Uint8Array) {
  const [row] = await db
    .delete(signInAttempts)
    .where(and(eq(signInAttempts.stateHash, stateHash), eq(signInAttempts.browserHash, browserHash)))
    .returning()
  return row
}

/** Whether a sign-in with this state is pending, in any browser. */
export async function hasAttempt(db: Orm, stateHash: Uint8Array): Promise<boolean> {
  const rows = await db
    .select({ expiresAt: signInAttempts.expiresAt })
    .from(signInAttempts)
    .where(eq(signInAttempts.stateHash, stateHash))
  return rows.length > 0
}

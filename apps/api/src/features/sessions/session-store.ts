/** Portal sessions and sign-ins under way (RULES section 3). */
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { sessions, signInAttempts } from '../../db/schema/sessions.ts'
import { authTokens } from '../../db/schema/tokens.ts'
import { users } from '../../db/schema/users.ts'
import { workspaceMembers, workspaces } from '../../db/schema/workspaces.ts'
import type { Along } from '../../http/caller.ts'
import { personColumns } from '../account/account-store.ts'
import { membersOfWorkspace } from '../members/member-store.ts'
import { workspacesOfSession } from '../workspaces/workspace-store.ts'

const sessionColumns = {
  sessionId: sessions.id,
  subject: sessions.subject,
  lastSeenAt: sessions.lastSeenAt,
  expiresAt: sessions.expiresAt,
  endedAt: sessions.endedAt,
  deletedAt: users.deletedAt,
  person: personColumns,
} as const

const nothing = sql<unknown>`null`
const orNothing = (along: Along | undefined) => (along === undefined ? '' : `_with_${along}`)

/**
 * The session of a cookie with its person, where a workspace is named their standing there, and where a whole list is asked
 * that: one query. The members of a workspace are read for its members only.
 */
export async function findSession(
  db: Orm,
  tokenHash: Uint8Array,
  { workspaceId, along }: { workspaceId?: string | undefined; along?: Along | undefined } = {},
) {
  if (workspaceId === undefined) return findBareSession(db, tokenHash, along)
  const query = prepared(db, `session_in_workspace${orNothing(along)}`, (orm, name) =>
    orm
      .select({
        ...sessionColumns,
        along:
          along === 'members'
            ? sql<unknown>`case when ${workspaceMembers.role} is not null then ${membersOfWorkspace} end`
            : nothing,
        role: workspaceMembers.role,
        workspaceQuarantinedAt: workspaces.quarantinedAt,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .leftJoin(
        workspaces,
        and(eq(workspaces.id, sql.placeholder('workspaceId')), isNull(workspaces.deletedAt)),
      )
      .leftJoin(
        workspaceMembers,
        and(eq(workspaceMembers.workspaceId, workspaces.id), eq(workspaceMembers.userId, sessions.userId)),
      )
      .where(eq(sessions.tokenHash, sql.placeholder('tokenHash')))
      .prepare(name),
  )
  const [row] = await query.execute({ tokenHash, workspaceId })
  if (!row) return undefined
  const { role, workspaceQuarantinedAt: quarantinedAt, ...session } = row
  return { ...session, standing: role ? { workspaceId, role, quarantinedAt } : undefined }
}

async function findBareSession(db: Orm, tokenHash: Uint8Array, along: Along | undefined) {
  const query = prepared(db, `session_by_token${orNothing(along)}`, (orm, name) =>
    orm
      .select({ ...sessionColumns, along: along === 'workspaces' ? workspacesOfSession : nothing })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(sessions.tokenHash, sql.placeholder('tokenHash')))
      .prepare(name),
  )
  const [row] = await query.execute({ tokenHash })
  return row && { ...row, standing: undefined }
}

export async function insertSession(db: Orm, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session)
}

export async function readProviderToken(db: Orm, sessionId: string): Promise<Uint8Array | undefined> {
  const [row] = await db
    .select({ providerToken: sessions.providerToken })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  return row?.providerToken ?? undefined
}

export async function touchSession(
  db: Orm,
  sessionId: string,
  seenAt: Date,
  ipAddress: string,
): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: seenAt, ipAddress }).where(eq(sessions.id, sessionId))
}

/** Ends a session and the instance tokens that came from it. */
export async function endSession(db: Orm, sessionId: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt: now, providerToken: null })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
  await db
    .update(authTokens)
    .set({ revokedAt: now })
    .where(and(eq(authTokens.sessionId, sessionId), isNull(authTokens.revokedAt)))
}

/** Sessions follow an identity that has moved to another account. */
export async function moveSessions(db: Orm, subject: string, userId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ userId })
    .where(and(eq(sessions.subject, subject), isNull(sessions.endedAt)))
}

export async function insertAttempt(db: Orm, attempt: typeof signInAttempts.$inferInsert): Promise<void> {
  await db.insert(signInAttempts).values(attempt)
}

/** Takes a sign-in under way: one statement, so that of many parallel tries one gets it. */
export async function takeAttempt(db: Orm, stateHash: Uint8Array, browserHash: Uint8Array) {
  const [row] = await db
    .delete(signInAttempts)
    .where(and(eq(signInAttempts.stateHash, stateHash), eq(signInAttempts.browserHash, browserHash)))
    .returning()
  return row
}

/** Whether the state is under way in some other browser. */
export async function hasAttempt(db: Orm, stateHash: Uint8Array): Promise<boolean> {
  const rows = await db
    .select({ expiresAt: signInAttempts.expiresAt })
    .from(signInAttempts)
    .where(eq(signInAttempts.stateHash, stateHash))
  return rows.length > 0
}

export async function removeLateAttempts(db: Orm, now: Date): Promise<void> {
  await db.delete(signInAttempts).where(lt(signInAttempts.expiresAt, now))
}

/** Portal sessions and pending sign-ins. See docs/product/sessions.md#portal-sessions. */
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { sessions, signInAttempts } from '../../db/schema/sessions.ts'
import { authTokens } from '../../db/schema/tokens.ts'
import { users } from '../../db/schema/users.ts'
import { workspaceMembers, workspaces } from '../../db/schema/workspaces.ts'
import type { PreloadedList } from '../../http/caller.ts'
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

const nullColumn = sql<unknown>`null`
const preloadSuffix = (preload: PreloadedList | undefined) =>
  preload === undefined ? '' : `_with_${preload}`

/**
 * Finds the session of a cookie with its user in one query. The same query reads the user's standing in `workspaceId` and
 * a whole list, if they are requested. The members of a workspace are read only for a member.
 */
export async function findSession(
  db: Orm,
  tokenHash: Uint8Array,
  { workspaceId, preload }: { workspaceId?: string | undefined; preload?: PreloadedList | undefined } = {},
) {
  if (workspaceId === undefined) return findBareSession(db, tokenHash, preload)
  const query = prepared(db, `session_in_workspace${preloadSuffix(preload)}`, (orm, name) =>
    orm
      .select({
        ...sessionColumns,
        preloaded:
          preload === 'members'
            ? sql<unknown>`case when ${workspaceMembers.role} is not null then ${membersOfWorkspace} end`
            : nullColumn,
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

async function findBareSession(db: Orm, tokenHash: Uint8Array, preload: PreloadedList | undefined) {
  const query = prepared(db, `session_by_token${preloadSuffix(preload)}`, (orm, name) =>
    orm
      .select({ ...sessionColumns, preloaded: preload === 'workspaces' ? workspacesOfSession : nullColumn })
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

/** Moves an identity's sessions to the account that the identity has moved to. */
export async function moveSessions(db: Orm, subject: string, userId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ userId })
    .where(and(eq(sessions.subject, subject), isNull(sessions.endedAt)))
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

export async function removeExpiredAttempts(db: Orm, now: Date): Promise<void> {
  await db.delete(signInAttempts).where(lt(signInAttempts.expiresAt, now))
}

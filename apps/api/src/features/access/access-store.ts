/** The queries of the access guard: each finds a credential with its user and the user's role in the workspace. */
import { and, eq, isNull, type Placeholder, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { serviceAccounts } from '../../db/schema/service-accounts.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { authTokenSecrets, authTokens } from '../../db/schema/tokens.ts'
import { users } from '../../db/schema/users.ts'
import { workspaceMembers, workspaces } from '../../db/schema/workspaces.ts'
import { personColumns } from '../account/account-store.ts'

const sessionColumns = {
  sessionId: sessions.id,
  subject: sessions.subject,
  authenticatedAt: sessions.authenticatedAt,
  lastSeenAt: sessions.lastSeenAt,
  expiresAt: sessions.expiresAt,
  endedAt: sessions.endedAt,
  accessExpiresAt: sessions.accessExpiresAt,
  clientId: sessions.clientId,
  deletedAt: users.deletedAt,
  person: personColumns,
} as const

/**
 * Finds the session of a cookie with its user. If `workspaceId` is given, the same query reads the user's standing there,
 * which is undefined for a user who is not a member.
 */
export async function findSession(db: Orm, tokenHash: Uint8Array, workspaceId?: string) {
  if (workspaceId === undefined) return findBareSession(db, tokenHash)
  const query = prepared(db, 'session_in_workspace', (orm, name) =>
    orm
      .select({
        ...sessionColumns,
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

async function findBareSession(db: Orm, tokenHash: Uint8Array) {
  const query = prepared(db, 'session_by_token', (orm, name) =>
    orm
      .select(sessionColumns)
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(sessions.tokenHash, sql.placeholder('tokenHash')))
      .prepare(name),
  )
  const [row] = await query.execute({ tokenHash })
  return row && { ...row, standing: undefined }
}

/** The user that the token acts for: its creator, or the workspace's owner for a service account. */
const actingUserId = sql`case when ${authTokens.serviceAccountId} is null
  then ${authTokens.userId} else ${workspaces.creatorUserId} end`

/** The id of the token that a `jti` belongs to. Until its first rotation a token's id is also its `jti`. */
const tokenIdOf = (jti: Placeholder) =>
  sql`coalesce((select token_id from auth_token_secrets where id = ${jti}), ${jti})`

/** Finds a token by its `jti`, with the secret, the acting user, the workspace and the user's role, in one query. */
export async function findToken(db: Orm, jti: string) {
  const query = prepared(db, 'token_by_jti', (orm, name) =>
    orm
      .select({
        tokenId: authTokens.id,
        kind: authTokens.kind,
        workspaceId: authTokens.workspaceId,
        creatorUserId: authTokens.userId,
        expiresAt: authTokens.expiresAt,
        revokedAt: authTokens.revokedAt,
        pausedUntil: authTokens.pausedUntil,
        isRotated: authTokens.isRotated,
        trustRuleId: authTokens.trustRuleId,
        tokenName: authTokens.name,
        permission: authTokens.permission,
        lastUsedAt: authTokens.lastUsedAt,
        secretId: authTokenSecrets.id,
        secretExpiresAt: authTokenSecrets.expiresAt,
        secretRetiresAt: authTokenSecrets.retiresAt,
        secretLastUsedAt: authTokenSecrets.lastUsedAt,
        serviceAccountId: serviceAccounts.id,
        serviceAccountName: serviceAccounts.name,
        serviceAccountDisabledAt: serviceAccounts.disabledAt,
        isPersonDeleted: sql<boolean>`${users.deletedAt} is not null`,
        isWorkspaceDeleted: sql<boolean>`${workspaces.deletedAt} is not null`,
        workspaceQuarantinedAt: workspaces.quarantinedAt,
        role: workspaceMembers.role,
        person: personColumns,
      })
      .from(authTokens)
      .innerJoin(workspaces, eq(workspaces.id, authTokens.workspaceId))
      .innerJoin(users, eq(users.id, actingUserId))
      .leftJoin(
        workspaceMembers,
        and(eq(workspaceMembers.workspaceId, authTokens.workspaceId), eq(workspaceMembers.userId, users.id)),
      )
      .leftJoin(serviceAccounts, eq(serviceAccounts.id, authTokens.serviceAccountId))
      .leftJoin(authTokenSecrets, eq(authTokenSecrets.id, sql.placeholder('jti')))
      .where(eq(authTokens.id, tokenIdOf(sql.placeholder('jti'))))
      .prepare(name),
  )
  const [row] = await query.execute({ jti })
  return row
}
export type FoundToken = NonNullable<Awaited<ReturnType<typeof findToken>>>

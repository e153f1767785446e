/**
 * The statements of the access guard: find a credential with its user and the user's role in the workspace, and record its use. See
 * docs/product/access.md#credentials.
 */
import { tokenRefusalsKept } from '@portal/contract/limits'
import type { WorkspaceRole } from '@portal/contract/members/roles'
import type { TokenPermission } from '@portal/contract/tokens/token-schemas'
import { and, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { ulid } from 'ulid'
import { tokenRevoked } from '../crypto/token-signer.ts'
import type { NamedQueries, Orm } from '../db/database.ts'
import { sessions } from '../features/sessions/session-table.ts'
import { authTokenRefusals, authTokenSecrets, authTokens } from '../features/tokens/token-table.ts'
import { sessionEnded } from '../http/errors/refusal.ts'
import type { Caller, Person, TokenUse } from './caller.ts'
import { personColumns } from './person-store.ts'

const personKeys = Object.keys(personColumns) as (keyof Person)[]

const personSql = personKeys.map((key) => `users.${personColumns[key].name} as "${key}"`).join(', ')

const personOf = (row: Person) =>
  Object.fromEntries(personKeys.map((key) => [key, row[key]])) as unknown as Person

interface SessionRow extends Person {
  sessionId: string
  subject: string
  authenticatedAt: Date | null
  lastSeenAt: Date
  expiresAt: Date
  endedAt: Date | null
  accessExpiresAt: Date | null
  clientId: string | null
  deletedAt: Date | null
  role: WorkspaceRole | null
  workspaceQuarantinedAt: Date | null
}

const sessionByToken = `
  select ${personSql}, users.deleted_at as "deletedAt",
    sessions.id as "sessionId", sessions.subject, sessions.authenticated_at as "authenticatedAt",
    sessions.last_seen_at as "lastSeenAt", sessions.expires_at as "expiresAt", sessions.ended_at as "endedAt",
    sessions.access_expires_at as "accessExpiresAt", sessions.client_id as "clientId",
    members.role, workspaces.quarantined_at as "workspaceQuarantinedAt"
  from sessions
  join users on users.id = sessions.user_id
  left join workspaces on workspaces.id = $2 and workspaces.deleted_at is null
  left join workspace_members members on members.workspace_id = workspaces.id and members.user_id = users.id
  where sessions.token_hash = $1`

/**
 * Finds the session of a cookie with its user. If `workspaceId` is given, the same statement reads the user's standing there,
 * which is undefined for a user who is not a member.
 */
export async function findSession(
  database: NamedQueries,
  tokenHash: Uint8Array,
  workspaceId: string | undefined,
) {
  const [row] = await database.query<SessionRow>({
    name: 'session_by_token',
    text: sessionByToken,
    values: [tokenHash, workspaceId],
  })
  if (!row) return undefined
  const { role, workspaceQuarantinedAt: quarantinedAt } = row
  const standing = role && workspaceId ? { workspaceId, role, quarantinedAt } : undefined
  return { ...row, person: personOf(row), standing }
}

/** A token with its secret, the user that it acts for, and that user's role in the workspace. */
export interface FoundToken {
  tokenId: string
  kind: 'instance' | 'api'
  workspaceId: string
  creatorUserId: string
  expiresAt: Date
  revokedAt: Date | null
  pausedUntil: Date | null
  isRotated: boolean
  trustRuleId: string | null
  tokenName: string
  permission: TokenPermission
  lastUsedAt: Date | null
  secretId: string | null
  secretExpiresAt: Date | null
  secretRetiresAt: Date | null
  secretLastUsedAt: Date | null
  serviceAccountId: string | null
  serviceAccountName: string | null
  serviceAccountDisabledAt: Date | null
  isPersonDeleted: boolean
  isWorkspaceDeleted: boolean
  workspaceQuarantinedAt: Date | null
  role: WorkspaceRole | null
  person: Person
}

// A service account's token acts for the workspace's owner. Until its first rotation, a token's id is also its `jti`.
const tokenByJti = `
  select ${personSql},
    tokens.id as "tokenId", tokens.kind, tokens.workspace_id as "workspaceId", tokens.user_id as "creatorUserId",
    tokens.expires_at as "expiresAt", tokens.revoked_at as "revokedAt", tokens.paused_until as "pausedUntil",
    tokens.is_rotated as "isRotated", tokens.trust_rule_id as "trustRuleId", tokens.name as "tokenName",
    tokens.permission, tokens.last_used_at as "lastUsedAt",
    secrets.id as "secretId", secrets.expires_at as "secretExpiresAt", secrets.retires_at as "secretRetiresAt",
    secrets.last_used_at as "secretLastUsedAt",
    accounts.id as "serviceAccountId", accounts.name as "serviceAccountName",
    accounts.disabled_at as "serviceAccountDisabledAt",
    users.deleted_at is not null as "isPersonDeleted", workspaces.deleted_at is not null as "isWorkspaceDeleted",
    workspaces.quarantined_at as "workspaceQuarantinedAt", members.role
  from auth_tokens tokens
  join workspaces on workspaces.id = tokens.workspace_id
  join users
    on users.id = case when tokens.service_account_id is null then tokens.user_id else workspaces.creator_user_id end
  left join workspace_members members on members.workspace_id = workspaces.id and members.user_id = users.id
  left join service_accounts accounts on accounts.id = tokens.service_account_id
  left join auth_token_secrets secrets on secrets.id = $1
  where tokens.id = coalesce((select token_id from auth_token_secrets where id = $1), $1)`

/** Finds a token by its `jti`. */
export async function findToken(database: NamedQueries, jti: string): Promise<FoundToken | undefined> {
  const [row] = await database.query<Omit<FoundToken, 'person'> & Person>({
    name: 'token_by_jti',
    text: tokenByJti,
    values: [jti],
  })
  return row && { ...row, person: personOf(row) }
}

export async function touchSession(
  db: Orm,
  sessionId: string,
  seenAt: Date,
  ipAddress: string,
): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: seenAt, ipAddress }).where(eq(sessions.id, sessionId))
}

/**
 * Records the last use of a token and of the secret that was used. Returns false when the secret has been retired in the
 * meantime. Locks the token before the secret, as a rotation does.
 */
export async function touchToken(
  db: Orm,
  { tokenId, secretId }: { tokenId: string; secretId: string | null },
  usedAt: Date,
  ipAddress: string,
): Promise<boolean> {
  const use = { lastUsedAt: usedAt, lastUsedIp: ipAddress }
  if (secretId === null) {
    await db.update(authTokens).set(use).where(eq(authTokens.id, tokenId))
    return true
  }
  const token = db
    .$with('token')
    .as(db.update(authTokens).set(use).where(eq(authTokens.id, tokenId)).returning({ id: authTokens.id }))
  const touched = await db
    .with(token)
    .update(authTokenSecrets)
    .set(use)
    .from(token)
    .where(
      and(
        eq(authTokenSecrets.tokenId, token.id),
        eq(authTokenSecrets.id, secretId),
        or(isNull(authTokenSecrets.retiresAt), gt(authTokenSecrets.retiresAt, usedAt)),
      ),
    )
    .returning({ id: authTokenSecrets.id })
  return touched.length > 0
}

const userAgentMaxLength = 500

/** Records a refused use and deletes those that are no longer listed. */
export async function recordRefusal(
  db: Orm,
  tokenId: string,
  refused: TokenUse & { at: Date },
): Promise<void> {
  const { at, ipAddress, userAgent, call } = refused
  await db.insert(authTokenRefusals).values({
    id: ulid(at.getTime()),
    tokenId,
    at,
    ipAddress,
    userAgent: userAgent?.slice(0, userAgentMaxLength) ?? null,
    call,
  })
  const surplus = db
    .select({ id: authTokenRefusals.id })
    .from(authTokenRefusals)
    .where(eq(authTokenRefusals.tokenId, tokenId))
    .orderBy(desc(authTokenRefusals.at), desc(authTokenRefusals.id))
    .offset(tokenRefusalsKept)
    .for('update', { skipLocked: true })
  await db.delete(authTokenRefusals).where(inArray(authTokenRefusals.id, surplus))
}

/**
 * Call it under a lock. A request may have waited for the lock while its session or token ended, for example because the account was
 * handed to the owner of its address.
 * @throws Refusal `SessionEnded` or `TokenRevoked`
 */
export async function requireOpenCredential(
  tx: Orm,
  { person, sessionId, token }: Pick<Caller, 'person' | 'sessionId' | 'token'>,
): Promise<void> {
  if (token) {
    const isActive = and(eq(authTokens.id, token.id), isNull(authTokens.revokedAt))
    if ((await tx.$count(authTokens, isActive)) === 0) throw tokenRevoked()
  }
  if (sessionId === undefined) return
  const isOpen = and(eq(sessions.id, sessionId), eq(sessions.userId, person.id), isNull(sessions.endedAt))
  if ((await tx.$count(sessions, isOpen)) === 0) throw sessionEnded()
}

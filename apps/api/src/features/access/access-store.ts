/** The statements of the access guard: each finds a credential with its user and the user's role in the workspace. */
import type { WorkspaceRole } from '@portal/contract/permissions'
import type { TokenPermission } from '@portal/contract/tokens'
import type { NamedQueries } from '../../db/database.ts'
import type { Person } from '../../http/caller.ts'
import { personColumns } from '../account/account-store.ts'

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

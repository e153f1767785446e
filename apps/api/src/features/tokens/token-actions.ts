/** What the calls about API tokens share, and the exchange of identity tokens. */
import type { WorkspaceRole } from '@portal/contract/members/roles'
import type { AuthToken, TokenSecret } from '@portal/contract/tokens/token-schemas'
import { subjectOf, tokenVersion } from '../../crypto/token-signer.ts'
import type { Orm } from '../../db/database.ts'
import { serviceAccountOf } from '../../guard/caller.ts'
import { notFound } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { requireServiceAccount } from '../service-accounts/service-account-actions.ts'
import { type ApiTokenRow, findApiToken } from './api-token-store.ts'
import { checkMayManageServiceAccounts } from './token-rules.ts'

/**
 * Returns a token of the workspace.
 * @throws Refusal `NotFound` when the workspace has no such token.
 */
export async function requireToken(
  db: Orm,
  { workspaceId, tokenId }: { workspaceId: string; tokenId: string },
): Promise<ApiTokenRow> {
  const row = await findApiToken(db, workspaceId, tokenId)
  if (!row) throw notFound('token')
  return row
}

/**
 * Returns a service account whose tokens the caller may manage.
 * @throws Refusal `NotAllowed` or `NotFound`.
 */
export async function requireManaged(
  tx: Orm,
  params: { workspaceId: string; serviceAccountId: string },
  role: WorkspaceRole,
  now: Date,
) {
  checkMayManageServiceAccounts({ role })
  return requireServiceAccount(tx, params, now)
}

/** Signs a secret of an API token. `secretId` is the id of the token, or of the secret once the token has been rotated. */
export async function signSecret(
  { signer }: Pick<Services, 'signer'>,
  token: Parameters<typeof actorOf>[0] & { workspaceId: string },
  { secretId, ...times }: { secretId: string; issuedAt: Date; expiresAt: Date },
): Promise<string> {
  return signer.sign({
    ...actorOf(token),
    ...times,
    workspaceId: token.workspaceId,
    tokenId: secretId,
    role: 'automation',
    audience: signer.issuer,
  })
}

/** A time of a column, or a time in the JSON that the database makes of the secrets. */
type Time = Date | string
const isoTime = (time: Time) => new Date(time).toISOString()

interface SecretRow {
  createdAt: Time
  expiresAt: Time
  retiresAt: Time | null
  lastUsedAt: Time | null
  lastUsedIp: string | null
}

const secretBody = (row: SecretRow): TokenSecret => ({
  createdAt: isoTime(row.createdAt),
  expiresAt: isoTime(row.expiresAt),
  retiresAt: row.retiresAt && isoTime(row.retiresAt),
  lastUsedAt: row.lastUsedAt && isoTime(row.lastUsedAt),
  lastUsedIp: row.lastUsedIp,
})

/** A token that was never rotated is its own only secret. */
const secretsOf = (row: ApiTokenRow): SecretRow[] => row.secrets ?? [{ ...row, retiresAt: null }]

/** Who acts with a token. A service account's token names the workspace's owner, because instances require a member. */
const actorOf = ({
  serviceAccountId,
  creatorUserId,
  ownerUserId,
}: Pick<ApiTokenRow, 'serviceAccountId' | 'creatorUserId' | 'ownerUserId'>) =>
  serviceAccountId === null ? { userId: creatorUserId } : { userId: ownerUserId, serviceAccountId }

/** Converts a token to the API's format. */
export function tokenBody(row: ApiTokenRow, now: Date): AuthToken {
  const { pausedUntil, workspaceId } = row
  const actor = actorOf(row)
  return {
    id: row.id,
    name: row.name,
    permission: row.permission,
    userId: actor.userId,
    workspaceId,
    claims: { version: tokenVersion, sub: subjectOf(actor), ...actor, workspaceId, role: 'automation' },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    ...(row.revokedAt ? { revokedAt: row.revokedAt.toISOString() } : {}),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedIp: row.lastUsedIp,
    createdBy: {
      userId: row.creatorUserId,
      firstName: row.creatorFirstName,
      lastName: row.creatorLastName,
      email: row.creatorEmail,
    },
    serviceAccount: serviceAccountOf(row),
    secrets: secretsOf(row).map(secretBody),
    pausedUntil: pausedUntil && pausedUntil > now ? pausedUntil.toISOString() : null,
  }
}

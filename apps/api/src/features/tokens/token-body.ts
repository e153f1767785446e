import type { AuthToken, TokenSecret } from '@portal/contract/tokens'
import { subjectOf, tokenVersion } from '../../http/token-signer.ts'
import type { ApiTokenRow } from './api-token-store.ts'
import { readSecrets, type SecretRow } from './token-secret-store.ts'

function secretBody(row: SecretRow): TokenSecret {
  return {
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    retiresAt: row.retiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedIp: row.lastUsedIp,
  }
}

/** A token that was never rotated is its own only secret. */
function secretsOf(row: ApiTokenRow): SecretRow[] {
  const secrets = readSecrets(row.secrets)
  return secrets.length > 0 ? secrets : [{ ...row, retiresAt: null }]
}

/** The claims of a token's secrets. A service account's token names the workspace's owner, because instances require a member. */
function claimsOf({ serviceAccountId, creatorUserId, ownerUserId, workspaceId }: ApiTokenRow) {
  const actor =
    serviceAccountId === null ? { userId: creatorUserId } : { userId: ownerUserId, serviceAccountId }
  return { version: tokenVersion, sub: subjectOf(actor), ...actor, workspaceId, role: 'automation' }
}

/** Converts a token to the API's format. */
export function tokenBody(row: ApiTokenRow, now: Date): AuthToken {
  const { serviceAccountId, serviceAccountName, pausedUntil } = row
  const claims = claimsOf(row)
  return {
    id: row.id,
    name: row.name,
    permission: row.permission,
    userId: claims.userId,
    workspaceId: row.workspaceId,
    claims,
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
    serviceAccount:
      serviceAccountId !== null && serviceAccountName !== null
        ? { id: serviceAccountId, name: serviceAccountName }
        : null,
    secrets: secretsOf(row).map(secretBody),
    pausedUntil: pausedUntil && pausedUntil > now ? pausedUntil.toISOString() : null,
  }
}

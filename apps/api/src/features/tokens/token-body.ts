import type { AuthToken, TokenSecret } from '@portal/contract/tokens'
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

/** Converts a token to the API's format. */
export function tokenBody(row: ApiTokenRow, now: Date): AuthToken {
  const { serviceAccountId, serviceAccountName, pausedUntil } = row
  return {
    id: row.id,
    name: row.name,
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

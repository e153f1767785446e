import type { AuthToken } from '@portal/contract/tokens'
import type { ApiTokenRow } from './api-token-store.ts'

/** Converts a token to the API's format. */
export function tokenBody(row: ApiTokenRow): AuthToken {
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
  }
}

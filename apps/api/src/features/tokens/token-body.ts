import type { AuthToken, TokenSecret } from '@portal/contract/tokens/tokens'
import { subjectOf, tokenVersion } from '../../crypto/token-signer.ts'
import { serviceAccountOf } from '../../guard/caller.ts'
import type { ApiTokenRow } from './api-token-store.ts'

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
export const actorOf = ({
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

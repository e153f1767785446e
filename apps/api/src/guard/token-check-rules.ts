import type { ServiceAccountRef } from '@portal/contract/service-accounts/service-accounts'
import type { TrustRuleRef } from '@portal/contract/trust-rules/trust-rules'
import { type ReadClaims, subjectOf } from '../crypto/token-signer.ts'
import { Refusal } from '../http/errors/refusal.ts'
import type { FoundToken } from './credential-store.ts'

/**
 * Whether the signed claims match the stored token. A token that has moved to a service account continues to work with the
 * secrets that were signed for its creator.
 */
export function isAsRecorded(claims: ReadClaims, row: FoundToken): boolean {
  const { creatorUserId: userId, serviceAccountId } = row
  const isSubject =
    claims.sub === userId ||
    (serviceAccountId !== null && claims.sub === subjectOf({ userId, serviceAccountId }))
  return (
    isSubject &&
    claims.workspaceId === row.workspaceId &&
    row.kind === (claims.role === 'web' ? 'instance' : 'api')
  )
}

/** Whether a newer secret has replaced this one. The oldest secrets of a frequently rotated token are not stored. */
export function isRetired(row: FoundToken, at: Date): boolean {
  if (row.secretId === null) return row.isRotated
  return row.secretRetiresAt !== null && at >= row.secretRetiresAt
}

export function serviceAccountOf(row: FoundToken): { serviceAccount?: ServiceAccountRef } {
  const { serviceAccountId: id, serviceAccountName: name } = row
  return id === null || name === null ? {} : { serviceAccount: { id, name } }
}

/** Returns the trust rule that issued the token. A token has the name of its rule. */
export function trustRuleOf({ trustRuleId: id, tokenName: name }: FoundToken): { trustRule?: TrustRuleRef } {
  return id === null ? {} : { trustRule: { id, name } }
}

export function tokenPaused(until: Date, at: Date): Refusal {
  return new Refusal('TokenPaused', `The token is paused until ${until.toISOString()}.`, {
    retryAfterSeconds: (until.getTime() - at.getTime()) / 1_000,
  })
}

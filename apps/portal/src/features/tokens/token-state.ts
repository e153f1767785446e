import type { AuthToken } from '@portal/contract/tokens'

/** `expiresAt` is earlier than now (SPEC section 4, "Auth token"). */
export function isExpired({ expiresAt }: Pick<AuthToken, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) < now.getTime()
}

/** Neither expired nor revoked. */
export function isActive(token: Pick<AuthToken, 'expiresAt' | 'revokedAt'>, now: Date): boolean {
  return token.revokedAt === undefined && !isExpired(token, now)
}

/** The two lists of the page, each sorted by `createdAt` (SPEC section 2, "API tokens page"). */
export function splitTokens(tokens: readonly AuthToken[], now: Date) {
  const sorted = [...tokens].sort(
    (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt) || (one.id < other.id ? -1 : 1),
  )
  return {
    active: sorted.filter((token) => isActive(token, now)),
    inactive: sorted.filter((token) => !isActive(token, now)),
  }
}

const soonMs = 7 * 24 * 60 * 60 * 1_000

/** Whether an active token has at most a week left. */
export function isExpiringSoon({ expiresAt }: Pick<AuthToken, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) - now.getTime() <= soonMs
}

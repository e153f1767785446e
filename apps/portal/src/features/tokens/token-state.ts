import type { AuthToken } from '@portal/contract/tokens'

export function isExpired({ expiresAt }: Pick<AuthToken, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) < now.getTime()
}

export function isActive(token: Pick<AuthToken, 'expiresAt' | 'revokedAt'>, now: Date): boolean {
  return token.revokedAt === undefined && !isExpired(token, now)
}

/** Splits tokens into active and inactive ones, each sorted by `createdAt`, newest first. */
export function splitTokens(tokens: readonly AuthToken[], now: Date) {
  const sorted = [...tokens].sort(
    (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt) || (one.id < other.id ? 1 : -1),
  )
  return {
    active: sorted.filter((token) => isActive(token, now)),
    inactive: sorted.filter((token) => !isActive(token, now)),
  }
}

const soonMs = 7 * 24 * 60 * 60 * 1_000

/** Whether an active token expires within a week. */
export function isExpiringSoon({ expiresAt }: Pick<AuthToken, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) - now.getTime() <= soonMs
}

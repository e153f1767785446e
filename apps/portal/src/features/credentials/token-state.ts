import type { AuthToken } from '@portal/contract/tokens/tokens'

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

/**
 * Returns when the state of one of the tokens last changed, in milliseconds: the token expired, came within a week of its expiry,
 * its pause ended, or an old secret stopped working. Ignores changes after `now`. Returns 0 if there is none.
 */
export function latestChangeMs(tokens: readonly AuthToken[], now: Date): number {
  let latest = 0
  const consider = (ms: number) => {
    if (ms > latest && ms <= now.getTime()) latest = ms
  }
  for (const { expiresAt, pausedUntil, secrets } of tokens) {
    if (expiresAt !== undefined) {
      consider(Date.parse(expiresAt) - soonMs)
      // `isExpired` is false at `expiresAt` itself.
      consider(Date.parse(expiresAt) + 1)
    }
    if (pausedUntil !== null) consider(Date.parse(pausedUntil))
    for (const secret of secrets) {
      consider(Date.parse(secret.expiresAt))
      if (secret.retiresAt !== null) consider(Date.parse(secret.retiresAt))
    }
  }
  return latest
}

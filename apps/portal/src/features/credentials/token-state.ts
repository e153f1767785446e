import { rotationOverlapDefault } from '@portal/contract/limits'
import { isOldSecretInUse, oldSecretIdleAfterMs } from '@portal/contract/tokens/old-secrets'
import type { AuthToken, TokenSecret } from '@portal/contract/tokens/token-schemas'

/** How long the previous secret of a token can continue to work. */
export const overlapOptions = [
  { value: '1h', label: '1 hour' },
  { value: rotationOverlapDefault, label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  {
    value: '0',
    label: 'Not at all',
    description: 'Programs that use the old secret fail until they have the new one.',
  },
]

/** Splits tokens into active ones and revoked or expired ones, each sorted by `createdAt`, newest first. */
export function splitTokens(tokens: readonly AuthToken[], now: Date) {
  const sorted = [...tokens].sort(
    (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt) || (one.id < other.id ? 1 : -1),
  )
  const isActive = ({ revokedAt, expiresAt }: AuthToken) =>
    !revokedAt && !(expiresAt && Date.parse(expiresAt) < now.getTime())
  return { active: sorted.filter(isActive), inactive: sorted.filter((token) => !isActive(token)) }
}

/** Returns the tokens whose name, creator or service account contains the text, ignoring case. */
export function searchTokens(tokens: readonly AuthToken[], text: string): AuthToken[] {
  const wanted = text.trim().toLowerCase()
  return tokens.filter(({ name, createdBy, serviceAccount }) =>
    [name, createdBy.firstName, createdBy.lastName, createdBy.email, serviceAccount?.name]
      .filter(Boolean)
      .join(' ')
      .toLowerCase()
      .includes(wanted),
  )
}

const soonMs = 7 * 24 * 60 * 60 * 1_000

/** Whether an active token expires within a week. */
export function isExpiringSoon({ expiresAt }: Pick<AuthToken, 'expiresAt'>, now: Date): boolean {
  return expiresAt ? Date.parse(expiresAt) - now.getTime() <= soonMs : false
}

/** The secrets that work during a rotation: the newest one and those that it replaces, newest first. */
export interface TokenRotation {
  newest: TokenSecret
  old: readonly TokenSecret[]
}

/** Returns the rotation in progress, or undefined when at most one secret of the token works. */
export function rotationOf({ secrets, revokedAt }: AuthToken, now: Date): TokenRotation | undefined {
  const newest = secrets.find(({ retiresAt }) => retiresAt === null)
  const old = secrets.filter(
    ({ retiresAt, expiresAt }) =>
      retiresAt !== null && Date.parse(retiresAt) > now.getTime() && Date.parse(expiresAt) > now.getTime(),
  )
  return newest && old.length > 0 && !revokedAt ? { newest, old } : undefined
}

/**
 * Whether no program uses the new secret yet, one still uses an old secret, the rotation is too recent to know, or the old secrets
 * are idle.
 */
export type RotationPhase = 'unused' | 'inUse' | 'recent' | 'idle'

export function rotationPhase({ newest, old }: TokenRotation, now: Date): RotationPhase {
  if (newest.lastUsedAt === null) return 'unused'
  if (old.some((secret) => isOldSecretInUse(secret, newest.createdAt, now))) return 'inUse'
  // A nightly job may not have run since the rotation.
  return now.getTime() - Date.parse(newest.createdAt) < oldSecretIdleAfterMs ? 'recent' : 'idle'
}

/** Whether an old secret works long enough for a day without use to pass. */
export function canBecomeIdle({ newest, old }: TokenRotation): boolean {
  const lastUses = old.map(({ lastUsedAt }) => Date.parse(lastUsedAt ?? newest.createdAt))
  const idleFrom = Math.max(Date.parse(newest.createdAt), ...lastUses) + oldSecretIdleAfterMs
  return old.some(({ retiresAt }) => Date.parse(retiresAt ?? '') > idleFrom)
}

/** Returns when the pause of a token ends, or undefined if it is not paused now. */
export function pauseEnd({ pausedUntil }: AuthToken, now: Date): string | undefined {
  return pausedUntil !== null && Date.parse(pausedUntil) > now.getTime() ? pausedUntil : undefined
}

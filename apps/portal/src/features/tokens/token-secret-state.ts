import type { AuthToken, TokenSecret } from '@portal/contract/tokens'

/** Returns the previous secrets that still work, newest first. */
export function previousSecrets({ secrets }: AuthToken, now: Date): TokenSecret[] {
  return secrets.filter(
    ({ retiresAt, expiresAt }) =>
      retiresAt !== null && Date.parse(retiresAt) > now.getTime() && Date.parse(expiresAt) > now.getTime(),
  )
}

/** Returns when the pause of a token ends, or undefined if it is not paused now. */
export function pauseEnd({ pausedUntil }: AuthToken, now: Date): string | undefined {
  return pausedUntil !== null && Date.parse(pausedUntil) > now.getTime() ? pausedUntil : undefined
}

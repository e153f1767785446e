import type { AuthToken, TokenSecret } from '@portal/contract/tokens/tokens'
import { Timestamp } from '@portal/ui/text/timestamp'

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

function OldSecret({ retiresAt, lastUsedAt, lastUsedIp }: TokenSecret) {
  return (
    <p className="text-pretty text-sm text-warning-text wrap-anywhere">
      The old secret works until <span>{retiresAt && <Timestamp date={retiresAt} isMidSentence />}</span>.{' '}
      {lastUsedAt ? (
        <span>
          It was last used <Timestamp date={lastUsedAt} isRelative />
          <span>{lastUsedIp ? ` from ${lastUsedIp}.` : '.'}</span>
        </span>
      ) : (
        <span>It has never been used.</span>
      )}
    </p>
  )
}

/** Shows which previous secrets of a token still work and who uses them, and whether the token is paused. */
export function TokenSecrets({ token, now }: { token: AuthToken; now: Date }) {
  const pausedUntil = pauseEnd(token, now)
  return (
    <>
      {previousSecrets(token, now).map((secret) => (
        <OldSecret key={`${secret.createdAt} ${secret.retiresAt}`} {...secret} />
      ))}
      {pausedUntil && (
        <p className="text-pretty text-sm text-warning-text">
          This token is paused. Every use is refused. It works again{' '}
          <Timestamp date={pausedUntil} isRelative />.
        </p>
      )}
    </>
  )
}

import type { AuthToken, TokenSecret } from '@portal/contract/tokens/token-schemas'
import { Pill } from '@portal/ui/data/pill'
import { Timestamp } from '@portal/ui/text/timestamp'
import type { ReactNode } from 'react'
import { fullName } from '../../lib/layout/full-name.ts'
import { pauseEnd, previousSecrets } from './token-state.ts'

/** The states that keep a token from working. */
const stateTones = { Paused: 'warning', Revoked: 'danger', Expired: 'neutral' } as const

interface TokenNameCellProps {
  token: AuthToken
  userId: string
  /** Undefined while the token works. */
  state?: keyof typeof stateTones | undefined
  /** Follows the last use, such as the state of a rotation. */
  children?: ReactNode
}

function creatorName({ createdBy }: AuthToken, userId: string): string {
  if (createdBy.userId === userId) return 'you'
  return fullName(createdBy) ?? createdBy.email
}

function LastUse({ lastUsedAt, lastUsedIp }: AuthToken) {
  if (!lastUsedAt) return <span>Never used</span>
  return (
    <span>
      Last used <Timestamp date={lastUsedAt} isRelative />
      {lastUsedIp && <span>{` from ${lastUsedIp}`}</span>}
    </span>
  )
}

/** The name of a token, with its creator and last use below it. */
export function TokenNameCell({ token, userId, state, children }: TokenNameCellProps) {
  return (
    <div className="flex min-w-0 flex-col">
      {/* Not a flex box, so that the pills follow the last word of a name that wraps. */}
      <div className="leading-6">
        <bdi className="mr-2 font-medium wrap-anywhere">{token.name}</bdi>
        {token.serviceAccount && (
          // A long name would widen the table.
          <Pill tone="accent" className="mr-1 max-w-56! align-middle">
            <bdi title={token.serviceAccount.name}>{token.serviceAccount.name}</bdi>
          </Pill>
        )}
        {token.permission === 'manage' && (
          <Pill tone="warning" className="mr-1 align-middle">
            Can manage
          </Pill>
        )}
        {state && (
          <Pill tone={stateTones[state]} className="align-middle">
            {state}
          </Pill>
        )}
      </div>
      <p className="text-content-muted text-sm text-pretty wrap-anywhere">
        Created by <bdi>{creatorName(token, userId)}</bdi> · <LastUse {...token} />
      </p>
      {children}
    </div>
  )
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

import type { AuthToken, TokenSecret } from '@portal/contract/tokens/token-schemas'
import { Pill } from '@portal/ui/data/pill'
import { Timestamp } from '@portal/ui/text/timestamp'
import type { ReactNode } from 'react'
import { fullName } from '../../lib/layout/full-name.ts'
import { pauseEnd, rotationOf } from './token-state.ts'

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

/** When and from where a secret was last used, and until when an old one works: "last used 1 hour ago from 203.0.113.7, works until …". */
export function SecretUse({ secret: { lastUsedAt, lastUsedIp, retiresAt } }: { secret: TokenSecret }) {
  return (
    <span>
      {lastUsedAt ? (
        <span>
          last used <Timestamp date={lastUsedAt} isRelative />
          {lastUsedIp && <span>{` from ${lastUsedIp}`}</span>}
        </span>
      ) : (
        <span>not used yet</span>
      )}
      {retiresAt && (
        <span>
          , works until <Timestamp date={retiresAt} isMidSentence />
        </span>
      )}
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

/** Shows both secrets of a rotation, with their last use, and whether the token is paused. */
export function TokenSecrets({ token, now }: { token: AuthToken; now: Date }) {
  const rotation = rotationOf(token, now)
  const pausedUntil = pauseEnd(token, now)
  return (
    <>
      {rotation && (
        <div className="text-pretty text-sm text-warning-text wrap-anywhere">
          <p>
            New secret: <SecretUse secret={rotation.newest} />
          </p>
          {rotation.old.map((secret) => (
            <p key={`${secret.createdAt} ${secret.retiresAt}`}>
              Old secret: <SecretUse secret={secret} />
            </p>
          ))}
        </div>
      )}
      {pausedUntil && (
        <p className="text-pretty text-sm text-warning-text">
          This token is paused. Every use is refused. It works again{' '}
          <Timestamp date={pausedUntil} isRelative />.
        </p>
      )}
    </>
  )
}

import type { AuthToken } from '@portal/contract/tokens/tokens'
import { Pill } from '@portal/ui/data/pill'
import { Timestamp } from '@portal/ui/text/timestamp'
import type { ReactNode } from 'react'

/** The states that keep a token from working. */
const stateTones = { Paused: 'warning', Revoked: 'danger', Expired: 'neutral' } as const

export interface TokenNameCellProps {
  token: AuthToken
  userId: string
  /** Undefined while the token works. */
  state?: keyof typeof stateTones | undefined
  /** Follows the last use, such as the state of a rotation. */
  children?: ReactNode
}

function creatorName({ createdBy }: AuthToken, userId: string): string {
  if (createdBy.userId === userId) return 'you'
  return [createdBy.firstName, createdBy.lastName].filter(Boolean).join(' ') || createdBy.email
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
export function TokenNameCell(props: TokenNameCellProps) {
  const { token, userId, state, children } = props
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

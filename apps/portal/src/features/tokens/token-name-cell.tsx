import type { AuthToken } from '@portal/contract/tokens'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { Pill } from '@portal/ui/data/pill'
import { Timestamp } from '@portal/ui/text/timestamp'
import type { ReactNode } from 'react'

export interface TokenNameCellProps {
  token: AuthToken
  userId: string
  /** Set only if the user can rename the token. */
  onRename?: () => void
  isInactive?: boolean
  /** Follows the name, such as a menu. */
  menu?: ReactNode
  /** Follows the last use, such as the state of a rotation. */
  children?: ReactNode
}

function creatorName({ createdBy }: AuthToken, userId: string): string {
  if (createdBy.userId === userId) return 'you'
  return [createdBy.firstName, createdBy.lastName].filter(Boolean).join(' ') || createdBy.email
}

function LastUse({ lastUsedAt, lastUsedIp }: AuthToken) {
  if (!lastUsedAt) return 'Never used'
  return (
    <>
      Last used <Timestamp date={lastUsedAt} isRelative />
      {lastUsedIp && ` from ${lastUsedIp}`}
    </>
  )
}

/** The name of a token, with its creator and last use below it. */
export function TokenNameCell(props: TokenNameCellProps) {
  const { token, userId, onRename, isInactive, menu, children } = props
  const hasButtons = Boolean(onRename || menu)
  return (
    <div className="flex min-w-0 flex-col">
      {/* Not a flex box, so that the buttons follow the last word of a name that wraps. */}
      <div className="leading-6">
        <bdi className={`font-medium wrap-anywhere ${hasButtons && !token.serviceAccount ? 'mr-1' : 'mr-2'}`}>
          {token.name}
        </bdi>
        {token.serviceAccount && (
          // A long name would widen the table.
          <Pill tone="accent" className="mr-1 max-w-56! align-middle">
            <bdi title={token.serviceAccount.name}>{token.serviceAccount.name}</bdi>
          </Pill>
        )}
        {hasButtons && (
          <span className="mr-1 inline-flex gap-1 align-middle">
            {onRename && (
              <IconButton icon="edit" label={`Rename ${token.name}`} size="xs" onPress={onRename} />
            )}
            {menu}
          </span>
        )}
        {isInactive && (
          <Pill tone={token.revokedAt ? 'danger' : 'neutral'} className="align-middle">
            {token.revokedAt ? 'Revoked' : 'Expired'}
          </Pill>
        )}
      </div>
      <p className="text-content-muted text-sm wrap-anywhere">
        Created by <bdi>{creatorName(token, userId)}</bdi> · <LastUse {...token} />
      </p>
      {children}
    </div>
  )
}

import type { AuthToken } from '@portal/contract/tokens'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { Pill } from '@portal/ui/data/pill'
import { Timestamp } from '@portal/ui/text/timestamp'

export interface TokenNameCellProps {
  token: AuthToken
  userId: string
  /** Set only if the user can rename the token. */
  onRename?: () => void
  isInactive?: boolean
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
export function TokenNameCell({ token, userId, onRename, isInactive }: TokenNameCellProps) {
  return (
    <div className="flex min-w-0 flex-col">
      <div className="leading-6 wrap-anywhere">
        <span className="font-medium">{token.name}</span>
        {onRename && (
          <IconButton
            icon="edit"
            label={`Rename ${token.name}`}
            size="xs"
            onPress={onRename}
            className="ml-1 align-[-0.35em]"
          />
        )}
        {isInactive && (
          <Pill tone={token.revokedAt ? 'danger' : 'neutral'} className="ml-2 align-[-0.25em]">
            {token.revokedAt ? 'Revoked' : 'Expired'}
          </Pill>
        )}
      </div>
      <p className="text-content-muted text-sm wrap-anywhere">
        Created by {creatorName(token, userId)} · <LastUse {...token} />
      </p>
    </div>
  )
}

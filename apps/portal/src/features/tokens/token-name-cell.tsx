import type { AuthToken } from '@portal/contract/tokens'
import { IconButton } from '@portal/ui/icon-button'
import { Pill } from '@portal/ui/pill'
import { Timestamp } from '@portal/ui/timestamp'

export interface TokenNameCellProps {
  token: AuthToken
  userId: string
  /** Only for those who may rename it. */
  onRename?: () => void
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

/** A token's name; under it who made it, and when and from where it was last used (RULES section 7). */
export function TokenNameCell({ token, userId, onRename }: TokenNameCellProps) {
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex min-h-7 min-w-0 items-center gap-1.5">
        <span className="min-w-0 font-medium wrap-anywhere">{token.name}</span>
        {onRename && (
          <IconButton
            icon="edit"
            label={`Rename ${token.name}`}
            size="xs"
            onPress={onRename}
            className="shrink-0"
          />
        )}
        {token.revokedAt && <Pill tone="danger">Revoked</Pill>}
      </div>
      <p className="text-content-muted text-sm wrap-anywhere">
        Created by {creatorName(token, userId)} · <LastUse {...token} />
      </p>
    </div>
  )
}

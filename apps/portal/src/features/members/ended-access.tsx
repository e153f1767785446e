import type { CallResult } from '@portal/contract/endpoint'
import type { members } from '@portal/contract/members'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQuery } from '@tanstack/react-query'
import { errorTexts } from '../../lib/request/error-messages.ts'
import { accessQuery } from './member-queries.ts'

type UsedToken = CallResult<typeof members.access>['tokens'][number]

const kinds = {
  api: { icon: 'key', label: 'API token' },
  instance: { icon: 'monitor', label: 'Signed-in session' },
} as const

function EndedToken({ token }: { token: UsedToken }) {
  const { icon, label } = kinds[token.kind]
  return (
    <li className="flex items-start gap-2.5 px-3 py-2">
      <Icon name={icon} size="sm" className="mt-0.5 text-content-subtle" />
      <div className="min-w-0 grow">
        <div className="wrap-anywhere">{token.kind === 'api' ? token.name : label}</div>
        <div className="text-content-muted text-sm">
          {token.kind === 'api' && `${label}, `}
          {token.lastUsedAt ? (
            <>
              last used <Timestamp date={token.lastUsedAt} isRelative />
              {token.lastUsedIp && ` from ${token.lastUsedIp}`}
            </>
          ) : (
            'never used'
          )}
        </div>
      </div>
    </li>
  )
}

/** The tokens and sessions that a removal revokes, with their last use. */
export function EndedAccess({ workspaceId, userId }: { workspaceId: string; userId: string }) {
  const query = useQuery(accessQuery(workspaceId, userId))
  if (query.isPending) {
    return (
      <div role="status">
        <span className="sr-only">Loading tokens and sessions...</span>
        <Skeleton lines={3} />
      </div>
    )
  }
  if (query.isError) {
    return (
      <ErrorMessage
        {...errorTexts(query.error)}
        title="The tokens and sessions could not be loaded. They will still be revoked"
        onRetry={() => void query.refetch()}
      />
    )
  }
  const { tokens } = query.data
  if (tokens.length === 0) {
    return <p className="text-content-muted">They have no API tokens or active sessions in this workspace.</p>
  }
  return (
    <div className="flex flex-col gap-2">
      <p id="ended-access" className="font-medium">
        {tokens.length === 1
          ? `1 ${tokens[0]?.kind === 'api' ? 'API token' : 'session'} will be revoked`
          : `${tokens.length} tokens and sessions will be revoked`}
      </p>
      <ul
        aria-labelledby="ended-access"
        className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {tokens.map((token) => (
          <EndedToken key={token.id} token={token} />
        ))}
      </ul>
      <p className="text-content-muted text-sm">
        Automation that uses these tokens stops working. Inviting the member again does not restore the
        tokens. To keep a token working, move it to a service account on the API Tokens page first.
      </p>
    </div>
  )
}

import type { CallResult } from '@portal/contract/endpoint'
import type { members } from '@portal/contract/members'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorTexts } from '../../lib/request/error-messages.ts'
import type { RequestError } from '../../lib/request/request-error.ts'
import { LeftBehindLists, type LeftBehindListsProps } from './shared/left-behind-lists.tsx'

interface LeftBehindSectionProps extends Omit<LeftBehindListsProps, 'left'> {
  query: UseQueryResult<CallResult<typeof members.access>, RequestError>
}

/** What a member leaves behind, while it loads and if it can't be loaded too. */
export function LeftBehindSection({ query, ...choice }: LeftBehindSectionProps) {
  if (query.isPending) {
    return (
      <div role="status">
        <span className="sr-only">Loading invitations and trust rules...</span>
        <Skeleton lines={3} />
      </div>
    )
  }
  if (!query.data) {
    return (
      <ErrorMessage
        {...errorTexts(query.error)}
        title={`${choice.choices ? 'Their' : 'Your'} invitations and trust rules could not be loaded. Open invitations will still be withdrawn`}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return <LeftBehindLists left={query.data} {...choice} />
}

import {
  accessReview,
  countReviewed,
  isUnused,
  unusedAfterDays,
} from '@portal/contract/access-review/access-review'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { formatCountOf } from '@portal/ui/lib/format-count'
import { serverNow } from '@portal/ui/lib/server-clock'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { activityKey } from '../workspaces/activity-key.ts'
import { accessReviewQuery, signOffsQuery } from './access-review-queries.ts'
import type { ReviewRow } from './actor-rules.ts'
import { countDifferences, countTexts, totalOf } from './sign-off-rules.ts'

interface SignOffDialogProps {
  workspace: Workspace
  /** What the user has seen. */
  rows: readonly ReviewRow[]
  onClose: () => void
  /** Receives what the evidence has in place of what the user saw. */
  onSignedOff: (differences: string[]) => void
}

/** Confirms the sign-off of everything that the page lists, regardless of its filters. See docs/product/access-review.md#sign-off. */
export function SignOffDialog({ workspace, rows, onClose, onSignedOff }: SignOffDialogProps) {
  const queryClient = useQueryClient()
  const seen = countReviewed(rows)
  const unused = rows.filter((row) => isUnused(row, serverNow())).length
  const expired = rows.filter((row) => row.member?.invitation?.isExpired).length
  const signOff = useApiMutation(accessReview.signOff, {
    onSuccess: ({ signOff: { entries } }) => {
      onSignedOff(countDifferences(seen, entries))
      onClose()
      showToast(`You signed off ${formatCountOf(totalOf(entries), 'entry', 'entries')}`, { tone: 'success' })
      const changed = [accessReviewQuery(workspace.id), signOffsQuery(workspace.id)]
      for (const { queryKey } of changed) void queryClient.invalidateQueries({ queryKey })
      void queryClient.invalidateQueries({ queryKey: activityKey })
    },
  })
  return (
    <AskDialog
      title="Sign off this review?"
      description={
        <>
          You confirm that you reviewed everything that can act in <bdi>{workspace.displayName}</bdi>, its
          invitations and its webhooks, including those that filters hide:
        </>
      }
      actText="Sign off"
      tone="accent"
      request={signOff}
      onAct={() => signOff.mutate({ params: { workspaceId: workspace.id } })}
      onClose={onClose}
    >
      <ul className="list-disc pl-5">
        {countTexts(seen).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {unused > 0 && (
        <p className="text-warning-text">
          {`${formatCountOf(unused, 'of them has', 'of them have')} not been used for ${unusedAfterDays} days.`}
        </p>
      )}
      {expired > 0 && (
        <p className="text-content-muted">
          {expired === 1
            ? '1 invitation has expired. It gives no access unless you resend it.'
            : `${expired} invitations have expired. They give no access unless you resend them.`}
        </p>
      )}
      <p className="text-content-muted">
        Your name, the time and the list as a CSV file are kept as evidence. The list is read when you sign
        off.
      </p>
    </AskDialog>
  )
}

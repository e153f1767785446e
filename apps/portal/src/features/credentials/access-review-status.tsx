import {
  accessReview,
  type ReviewInterval,
  type ReviewReminder,
  type SignOff,
} from '@portal/contract/access-review/access-review'
import { accessReviewRights } from '@portal/contract/access-review/access-review-rights'
import { may } from '@portal/contract/members/roles'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Pill } from '@portal/ui/data/pill'
import { Select } from '@portal/ui/fields/select'
import { Card } from '@portal/ui/layout/card'
import { formatCountOf } from '@portal/ui/lib/format-count'
import { serverNow } from '@portal/ui/lib/server-clock'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AnchorLink } from '../../lib/layout/anchor-nav.tsx'
import { plainLink } from '../../lib/layout/plain-link.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { activityKey } from '../workspaces/activity-key.ts'
import { signOffsQuery } from './access-review-queries.ts'
import { canApprove, listFormat, type ReviewRow } from './actor-rules.ts'
import { totalOf } from './sign-off-rules.ts'
import { EvidenceButton, reviewerName, reviewsAnchor } from './sign-offs-table.tsx'

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1 px-5 py-4">
      <dt className="font-medium text-content-muted text-xs">{title}</dt>
      <dd className="flex min-w-0 flex-col items-start gap-1 wrap-anywhere">{children}</dd>
    </div>
  )
}

const Muted = ({ children }: { children: ReactNode }) => (
  <span className="text-content-muted text-sm text-pretty">{children}</span>
)

const Day = ({ date }: { date: string }) => <Timestamp date={date} isTodayNamed={false} />

/** Offers the evidence here as well, because the list of all sign-offs is at the end of the page. */
function LastReview({ workspaceId, signOffs }: { workspaceId: string; signOffs: readonly SignOff[] }) {
  const [signOff, ...earlier] = signOffs
  if (!signOff)
    return (
      <>
        <span>Not reviewed yet</span>
        <Muted>The first sign-off appears here.</Muted>
      </>
    )
  return (
    <>
      <span>
        Reviewed on <Day date={signOff.at} /> by <bdi>{reviewerName(signOff)}</bdi>
      </span>
      <Muted>{formatCountOf(totalOf(signOff.entries), 'entry', 'entries')}, kept as a CSV file</Muted>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <EvidenceButton workspaceId={workspaceId} signOff={signOff}>
          Download evidence
        </EvidenceButton>
        {earlier.length > 0 && (
          <AnchorLink id={reviewsAnchor} className={`${plainLink} text-sm`}>
            Earlier reviews
          </AnchorLink>
        )}
      </div>
    </>
  )
}

const intervalTexts: Record<ReviewInterval, string> = { quarter: 'Every quarter', year: 'Every year' }

/** Lets the owner choose how often a review is due. Others see the choice. */
function Reminder({ workspace, reminder }: { workspace: Workspace; reminder: ReviewReminder }) {
  const workspaceId = workspace.id
  const queryClient = useQueryClient()
  const { queryKey } = signOffsQuery(workspaceId)
  const set = useApiMutation(accessReview.setReminder, {
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, (known) => known && { ...known, ...saved })
      void queryClient.invalidateQueries({ queryKey: activityKey })
      const { every } = saved.reminder
      showToast(every ? `A review is due ${intervalTexts[every].toLowerCase()}` : 'The reminder is off', {
        tone: 'success',
      })
    },
  })
  const { every, nextReviewAt } = reminder
  const isOverdue = nextReviewAt !== null && Date.parse(nextReviewAt) <= serverNow().getTime()
  const mayChoose = may(workspace.role, accessReviewRights.setReviewReminder) && !workspace.quarantinedAt
  const chosen = set.isPending ? set.variables.body.every : every
  const choose = (interval: ReviewInterval | null) => {
    if (interval !== chosen) set.mutate({ params: { workspaceId }, body: { every: interval } })
  }
  return (
    <>
      {nextReviewAt ? (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span>
            Due on <Day date={nextReviewAt} />
          </span>
          {isOverdue && <Pill tone="warning">Overdue</Pill>}
        </span>
      ) : (
        <span>Not scheduled</span>
      )}
      {mayChoose ? (
        <Select<ReviewInterval | 'none'>
          label="Reminder"
          isLabelHidden
          size="sm"
          options={[
            { value: 'none', label: 'No reminder' },
            { value: 'quarter', label: intervalTexts.quarter },
            { value: 'year', label: intervalTexts.year },
          ]}
          value={chosen ?? 'none'}
          onChange={(value) => choose(value === 'none' ? null : value)}
          className="mt-1 w-40"
        />
      ) : (
        <Muted>{every ? intervalTexts[every] : 'The owner can turn on a reminder.'}</Muted>
      )}
      {every && <Muted>The owner and the approvers get one email when it is due.</Muted>}
      <Failure title="The reminder was not changed" error={set.error} />
    </>
  )
}

/** How many approvers are named. A filter of the list shows all of them. */
const maxNamed = 3

function Approvers({ workspace, rows }: { workspace: Workspace; rows: readonly ReviewRow[] }) {
  const names = rows.filter(canApprove).map(({ name }) => name)
  const more = names.length - maxNamed
  const shown = more > 0 ? [...names.slice(0, maxNamed), formatCountOf(more, 'other', 'others')] : names
  return (
    <>
      <span>{listFormat.format(shown)}</span>
      <Muted>
        {workspace.approvalsEnabled
          ? 'Approvals are enabled, so changes wait for one of them.'
          : 'Approvals are disabled, so changes are applied without approval.'}
      </Muted>
    </>
  )
}

interface ReviewStatusProps {
  workspace: Workspace
  reviewed: { signOffs: readonly SignOff[]; reminder: ReviewReminder }
  /** Undefined if the list could not be loaded. */
  rows: readonly ReviewRow[] | undefined
}

/** Who reviewed last, when the next review is due, and who may approve changes. */
export function ReviewStatus({ workspace, reviewed, rows }: ReviewStatusProps) {
  return (
    <Card padding="none">
      <dl className="grid divide-line max-desktop:divide-y desktop:grid-cols-3 desktop:divide-x">
        <Fact title="Last review">
          <LastReview workspaceId={workspace.id} signOffs={reviewed.signOffs} />
        </Fact>
        <Fact title="Next review">
          <Reminder workspace={workspace} reminder={reviewed.reminder} />
        </Fact>
        <Fact title="Can approve changes">{rows && <Approvers workspace={workspace} rows={rows} />}</Fact>
      </dl>
    </Card>
  )
}

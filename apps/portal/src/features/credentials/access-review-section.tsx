import { accessReview } from '@portal/contract/access-review/access-review'
import { accessReviewRights } from '@portal/contract/access-review/access-review-rights'
import { may } from '@portal/contract/members/roles'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { DownloadButton } from '../../lib/request/download-button.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { saveAsFile } from '../../lib/request/save-as-file.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { membersQuery } from '../people/member-queries.ts'
import { OwnerOnly } from '../workspaces/owner-only.tsx'
import { workspaceQuery } from '../workspaces/workspace-queries.ts'
import { accessReviewQuery, signOffsQuery } from './access-review-queries.ts'
import { ReviewStatus } from './access-review-status.tsx'
import { ActorsTable } from './access-review-table.tsx'
import { listFormat, reviewRows } from './actor-rules.ts'
import { SignOffDialog } from './sign-off-dialog.tsx'
import { SignOffsTable } from './sign-offs-table.tsx'

interface AccessReviewProps {
  /** The user that the list is filtered to. Undefined for everyone. */
  personId: string | undefined
  onPersonChange: (personId: string | undefined) => void
}

/** Everything that can act in a workspace, for owners and approvers, who sign it off. See docs/product/access-review.md#page. */
export function AccessReviewSection({ workspaceId, ...props }: AccessReviewProps & { workspaceId: string }) {
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  return may(workspace.role, accessReviewRights.reviewAccess) ? (
    <AccessReview workspace={workspace} {...props} />
  ) : (
    <OwnerOnly title="Only owners and approvers can review access" />
  )
}

function AccessReview({ workspace, personId, onPersonChange }: AccessReviewProps & { workspace: Workspace }) {
  const workspaceId = workspace.id
  const review = useQuery(accessReviewQuery(workspaceId))
  const members = useQuery(membersQuery(workspaceId))
  const signOffs = useQuery(signOffsQuery(workspaceId))
  const queries = [review, members, signOffs]
  const rows = useMemo(
    () => review.data && members.data && reviewRows(review.data.actors, members.data),
    [review.data, members.data],
  )
  const [isSigning, setIsSigning] = useState(false)
  /** What the evidence of the user's sign-off has in place of what they saw. */
  const [differences, setDifferences] = useState<string[]>([])
  const download = useApiMutation(accessReview.download, {
    onSuccess: (text) => saveAsFile({ name: `access-review-${workspaceId}.csv`, type: 'text/csv', text }),
  })
  const save = () => download.mutate({ params: { workspaceId } })
  const failed = queries.filter((query) => query.isError && !query.data)
  const refusal = workspace.quarantinedAt ? 'This workspace is quarantined' : undefined

  return (
    <ShellSection
      intro="See everyone and everything that can act in this workspace or receives its events, and when it was last used. Remove what you no longer need, then sign off the review."
      actions={
        <div className="flex flex-wrap gap-2">
          <DownloadButton onPress={save} requestStatus={download}>
            Download CSV
          </DownloadButton>
          <Button
            icon="check"
            tone="accent"
            size="sm"
            aria-haspopup="dialog"
            isDisabled={refusal !== undefined || !rows}
            disabledReason={refusal ?? 'Available once the list is loaded'}
            onPress={() => setIsSigning(true)}
          >
            Sign off review
          </Button>
        </div>
      }
    >
      <Failure error={download.error} retry={save} />
      <Failure
        error={failed[0]?.error}
        retry={() => {
          for (const query of failed) void query.refetch()
        }}
      />
      {differences.length > 0 && (
        <StatusBox tone="warning" title="The list changed before you signed it off">
          The evidence has {listFormat.format(differences)}. Check the list below.
        </StatusBox>
      )}
      {queries.some(({ isPending }) => isPending) ? (
        <ListPending label="Loading the access review..." lines={5} hasHeader />
      ) : (
        <>
          {signOffs.data && <ReviewStatus workspace={workspace} reviewed={signOffs.data} rows={rows} />}
          {rows && (
            <ActorsTable
              workspace={workspace}
              rows={rows}
              personId={personId}
              onPersonChange={onPersonChange}
            />
          )}
          {signOffs.data && signOffs.data.signOffs.length > 0 && (
            <SignOffsTable workspaceId={workspaceId} signOffs={signOffs.data.signOffs} />
          )}
        </>
      )}
      {isSigning && rows && (
        <SignOffDialog
          workspace={workspace}
          rows={rows}
          onClose={() => setIsSigning(false)}
          onSignedOff={setDifferences}
        />
      )}
    </ShellSection>
  )
}

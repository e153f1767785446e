import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Card } from '@portal/ui/layout/card'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useUser } from '../../lib/guard/session.ts'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { errorTexts } from '../../lib/request/error-messages.ts'
import { PendingOffer } from '../ownership/pending-offer.tsx'
import { InviteForm } from './invite-form.tsx'
import { LeaveWorkspace } from './leave-workspace.tsx'
import { membersQuery, workspaceQuery } from './member-queries.ts'
import { MembersTable } from './members-table.tsx'

/** Who is in a workspace and who may be: the members' part of its page (SPEC section 2, "Workspace details page"). */
export function MembersSection({ workspaceId }: { workspaceId: string }) {
  const user = useUser()
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  const query = useQuery(membersQuery(workspaceId))
  return (
    <section aria-labelledby="members-heading" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="members-heading" className="font-semibold text-lg">
            Members
          </h2>
          <p className="text-content-muted text-sm">Who has access, and who is invited.</p>
        </div>
        <LeaveWorkspace workspace={workspace} />
      </div>
      {workspace.role === 'OWNER' && <PendingOffer workspace={workspace} userId={user.id} />}
      {query.data && <MembersTable workspace={workspace} members={query.data} userId={user.id} />}
      {query.isPending && <ListPending label="Loading the members..." lines={4} />}
      {query.isError && !query.data && (
        <ErrorMessage {...errorTexts(query.error)} onRetry={() => void query.refetch()} />
      )}
      <Card padding="md">
        <InviteForm workspace={workspace} />
      </Card>
    </section>
  )
}

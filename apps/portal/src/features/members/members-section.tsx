import { Card } from '@portal/ui/layout/card'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ComponentType, memo, type ReactNode, useDeferredValue } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { LoadFailure } from '../../lib/request/load-failure.tsx'
import { workspaceQuery } from '../workspaces/workspace-queries.ts'
import { BulkInvite } from './bulk-invite.tsx'
import { InviteForm } from './invite-form.tsx'
import { LeaveWorkspace } from './leave-workspace.tsx'
import type { MemberDialogProps } from './member-dialog-props.ts'
import { membersQuery } from './member-queries.ts'
import { MembersTable } from './members-table.tsx'

const MemoMembersTable = memo(MembersTable)

interface MembersSectionProps {
  workspaceId: string
  /** What the table is initially searched for. */
  search?: string
  /** Shown to the owner above the table. */
  pendingOffer: ReactNode
  /** Opened to offer the ownership to a member. */
  OfferDialog: ComponentType<MemberDialogProps>
}

/** The members and invitees of a workspace, with the invite form. See docs/product/members.md#listing. */
export function MembersSection({ workspaceId, search, pendingOffer, OfferDialog }: MembersSectionProps) {
  const user = useUser()
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  const query = useQuery(membersQuery(workspaceId))
  // Deferred, because rendering the table takes longer than showing the result of an invitation.
  const members = useDeferredValue(query.data)
  return (
    <ShellSection
      intro="People with access and pending invitations."
      actions={
        <div className="flex flex-wrap gap-2">
          {query.data && <BulkInvite workspace={workspace} members={query.data} />}
          <LeaveWorkspace workspace={workspace} />
        </div>
      }
    >
      {workspace.role === 'OWNER' && pendingOffer}
      <Card padding="md">
        <InviteForm workspace={workspace} />
      </Card>
      {members && (
        <MemoMembersTable
          key={search}
          search={search}
          workspace={workspace}
          members={members}
          userId={user.id}
          OfferDialog={OfferDialog}
        />
      )}
      {!members && !query.isError && <ListPending label="Loading members..." lines={4} />}
      {query.isError && !query.data && (
        <LoadFailure error={query.error} onRetry={() => void query.refetch()} />
      )}
    </ShellSection>
  )
}

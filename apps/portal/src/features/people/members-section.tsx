import { type Member, memberRights } from '@portal/contract/members/members'
import { may } from '@portal/contract/members/roles'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { Card } from '@portal/ui/layout/card'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { leadToForm } from '../../lib/layout/lead-to-form.ts'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { workspaceQuery } from '../workspaces/workspace-queries.ts'
import { BulkInviteDialog } from './bulk-invite-dialog.tsx'
import { InviteForm } from './invite-form.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { inviteRefusal } from './member-permissions.ts'
import { membersQuery } from './member-queries.ts'
import { MembersTable } from './members-table.tsx'
import { PendingOffer } from './pending-offer.tsx'

/** Lets a member leave. The owner offers ownership or deletes the workspace instead. */
function LeaveWorkspace({ workspace }: { workspace: Workspace }) {
  const [isOpen, setIsOpen] = useKeptState('leave workspace', false)
  if (workspace.role === 'OWNER') return null
  return (
    <>
      <Button icon="log-out" size="sm" onPress={() => setIsOpen(true)}>
        Leave workspace
      </Button>
      {isOpen && <LeaveDialog workspace={workspace} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface BulkInviteProps {
  workspace: Workspace
  /** Undefined until they are loaded. The dialog needs them to recognize members among the pasted addresses. */
  members: readonly Member[] | undefined
}

/** Opens the dialog that invites several people. The pasted text is kept when the dialog is closed. */
function BulkInvite({ workspace, members }: BulkInviteProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useKeptState('bulk invitation', '')
  const refusal = inviteRefusal(workspace)
  return (
    <>
      <Button
        icon="list"
        size="sm"
        aria-haspopup="dialog"
        isDisabled={refusal !== undefined || !members}
        // Passed always, so that the button keeps the focus when the members arrive.
        disabledReason={refusal ?? 'Available once the members are loaded'}
        onPress={() => setIsOpen(true)}
      >
        Invite several people
      </Button>
      {isOpen && members && (
        <BulkInviteDialog
          workspace={workspace}
          members={members}
          text={text}
          onText={setText}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

interface MembersSectionProps {
  workspaceId: string
  /** What the table is initially searched for. */
  search?: string
}

/**
 * The members and invitees of a workspace, with the invite form below them, or above them while the owner is alone. See
 * docs/product/members.md#listing.
 */
export function MembersSection({ workspaceId, search }: MembersSectionProps) {
  const user = useUser()
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  const query = useQuery(membersQuery(workspaceId))
  const members = query.data
  const form = useRef<HTMLDivElement>(null)
  // Decided once, so that the form stays in place when the first invitee appears in the list.
  const [wasAlone, setWasAlone] = useState<boolean>()
  if (members && wasAlone === undefined) setWasAlone(members.length <= 1)
  const isFormFirst = wasAlone ?? workspace.memberCount <= 1

  const inviteCard = (
    // Has a key, so that it keeps what the user has typed if it changes its place.
    <div key="invite" ref={form} className="scroll-my-6">
      <Card padding="md">
        <InviteForm workspace={workspace} members={members} />
      </Card>
    </div>
  )
  return (
    <ShellSection
      intro="People with access and pending invitations."
      actions={
        <div className="flex flex-wrap gap-2">
          {may(workspace.role, memberRights.inviteMember) && (
            <>
              <Button
                icon="user-plus"
                size="sm"
                isDisabled={inviteRefusal(workspace) !== undefined}
                disabledReason={inviteRefusal(workspace)}
                onPress={() => leadToForm(form)}
              >
                Invite a member
              </Button>
              <BulkInvite workspace={workspace} members={members} />
            </>
          )}
          <LeaveWorkspace workspace={workspace} />
        </div>
      }
    >
      {workspace.role === 'OWNER' && <PendingOffer workspaceId={workspaceId} />}
      {isFormFirst && inviteCard}
      {members && (
        <MembersTable key={search} search={search} workspace={workspace} members={members} userId={user.id} />
      )}
      {!members && !query.isError && <ListPending label="Loading members..." lines={4} hasHeader />}
      {query.isError && !members && <Failure error={query.error} retry={() => void query.refetch()} />}
      {!isFormFirst && inviteCard}
    </ShellSection>
  )
}

import { invitations } from '@portal/contract/invitations/invitations'
import { type Member, memberRights } from '@portal/contract/members/members'
import { may } from '@portal/contract/members/roles'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { DropdownMenu } from '@portal/ui/menus/dropdown-menu'
import { shortName } from '../../lib/layout/short-name.ts'
import { type RowFailure, useApiMutation } from '../../lib/request/use-api-mutation.ts'
import type { MemberDialog } from './member-dialogs.tsx'
import { inviteRefusal, mayOffer, removalRefusal } from './member-permissions.ts'
import { useMembershipCache } from './member-queries.ts'

interface MemberActionsProps {
  workspace: Workspace
  member: Member
  userId: string
  row: RowFailure
  onOpen: (kind: MemberDialog) => void
}

/** Hides the disabled buttons of members who can't remove anyone, except on hover and focus. */
const hiddenAtRest = 'opacity-0 transition-opacity focus-within:opacity-100 [[role=row]:hover_&]:opacity-100'

/** The actions of one row: remove or withdraw, and a menu for less frequent actions. */
export function MemberActions({ workspace, member, userId, row, onOpen }: MemberActionsProps) {
  const { email, invitation } = member
  const cache = useMembershipCache(workspace.id)
  const resend = useApiMutation(invitations.resend, {
    ...row.reports('The invitation was not resent'),
    onSuccess: () => showToast(`Invitation resent to ${shortName(email)}`, { tone: 'success' }),
    onSettled: () => void cache.reload(),
  })
  const canResend = invitation !== null && !inviteRefusal(workspace)
  const canOffer = mayOffer(workspace, member)
  const refusal = removalRefusal(workspace, member, userId)
  return (
    <div
      className={`flex items-center justify-end gap-1 ${may(workspace.role, memberRights.removeMember) ? '' : hiddenAtRest}`}
    >
      {(canResend || canOffer) && (
        <DropdownMenu
          trigger={
            <IconButton
              icon="dots-horizontal"
              label={`More actions for ${email}`}
              size="sm"
              isLoading={resend.isPending}
            />
          }
          items={[
            canOffer && { label: 'Offer ownership', icon: 'crown', onAction: () => onOpen('offer') },
            canResend && {
              label: 'Resend invitation',
              icon: 'send',
              onAction: () =>
                resend.mutate({ params: { workspaceId: workspace.id, invitationId: invitation.id } }),
            },
            canResend && {
              label: 'Get a link',
              icon: 'link',
              disabledReason: invitation.isExpired ? 'Expired. Resend it first' : undefined,
              onAction: () => onOpen('link'),
            },
          ]}
        />
      )}
      <IconButton
        icon={invitation ? 'x-circle' : 'user-minus'}
        label={invitation ? `Withdraw the invitation to ${email}` : `Remove ${email}`}
        size="sm"
        isDisabled={refusal !== undefined}
        disabledReason={refusal}
        onPress={() => onOpen(invitation ? 'withdraw' : 'remove')}
      />
    </div>
  )
}

import { ownershipOfferLifetimeDays } from '@portal/contract/limits'
import type { Member } from '@portal/contract/members/members'
import { ownership } from '@portal/contract/ownership/ownership'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQuery } from '@tanstack/react-query'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { fullName } from '../../lib/layout/full-name.ts'
import { shortName } from '../../lib/layout/short-name.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { useMembershipCache } from './member-queries.ts'
import { offersQuery } from './ownership-queries.ts'

interface OfferOwnershipDialogProps {
  workspace: Workspace
  member: Member
  onClose: () => void
}

/** Offers ownership to a member. Nothing changes until they accept. See docs/product/ownership.md#offers. */
export function OfferOwnershipDialog({ workspace, member, onClose }: OfferOwnershipDialogProps) {
  const cache = useMembershipCache(workspace.id)
  const { data: offers = [] } = useQuery(offersQuery)
  const { email, userId } = member
  const name = fullName(member) ?? email
  const isInPlaceOfOther = offers.some(
    ({ workspaceId, toUserId }) => workspaceId === workspace.id && toUserId !== userId,
  )

  const offer = useApiMutation(ownership.offer, {
    onSuccess: (made) => {
      cache.setOffers((known) => [
        ...known.filter(({ workspaceId }) => workspaceId !== made.workspaceId),
        made,
      ])
      onClose()
      showToast(`Ownership offered to ${shortName(name)}`, { tone: 'success' })
    },
  })

  return (
    <AskDialog
      title={`Offer ownership to ${name}?`}
      description={`${email} gets an email and has ${ownershipOfferLifetimeDays} days to accept.`}
      size="lg"
      actText="Offer ownership"
      tone="accent"
      request={offer}
      onAct={() => offer.mutate({ params: { workspaceId: workspace.id }, body: { userId } })}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        <li>Nothing changes until they accept. You can withdraw the offer until then.</li>
        <li>
          After that, <bdi>{name}</bdi> owns <bdi>{workspace.displayName}</bdi>. Only they can edit or delete
          it, change roles and revoke any member's tokens.
        </li>
        <li>You become an Approver. Only the new owner can transfer ownership back.</li>
      </ul>
      {isInPlaceOfOther && <p className="text-content-muted">This replaces your pending offer.</p>}
    </AskDialog>
  )
}

import { ownershipOfferLifetimeDays } from '@portal/contract/limits'
import { ownership } from '@portal/contract/ownership'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQuery } from '@tanstack/react-query'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { fullName } from '../../lib/layout/full-name.ts'
import { useCall } from '../../lib/request/api.ts'
import type { MemberDialogProps } from '../members/member-dialogs.tsx'
import { offersQuery } from '../members/member-queries.ts'
import { useMembershipCache } from '../members/use-membership-cache.ts'

/** Offers the workspace to a member; nothing changes until they accept (RULES section 6). */
export function OfferOwnershipDialog({ workspace, member, onClose }: MemberDialogProps) {
  const offer = useCall(ownership.offer)
  const cache = useMembershipCache(workspace.id)
  const { data: offers = [] } = useQuery(offersQuery)
  const { email, userId } = member
  const name = fullName(member) ?? email
  const isInPlaceOfOther = offers.some(
    ({ workspaceId, toUserId }) => workspaceId === workspace.id && toUserId !== userId,
  )

  async function confirm() {
    const outcome = await offer.run({ params: { workspaceId: workspace.id }, body: { userId } })
    if (!outcome.isOk) return
    const made = outcome.data
    cache.setOffers((known) => [...known.filter(({ workspaceId }) => workspaceId !== made.workspaceId), made])
    onClose()
    showToast(`${name} has been asked to become the owner`, { tone: 'success' })
  }

  return (
    <AskDialog
      title={`Offer ownership to ${name}?`}
      description={`${email} gets a mail, and ${ownershipOfferLifetimeDays} days to accept.`}
      size="lg"
      actText="Offer ownership"
      tone="accent"
      status={offer.status}
      error={offer.error}
      onAct={confirm}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        <li>Nothing changes until they accept. You can withdraw the offer at any time before.</li>
        <li>
          Then {name} is the owner of {workspace.displayName}: they alone edit it, delete it, change roles and
          revoke anybody's tokens.
        </li>
        <li>You become an Approver. Only the new owner can give the ownership back.</li>
      </ul>
      {isInPlaceOfOther && (
        <p className="text-content-muted">It takes the place of the offer that is open now.</p>
      )}
    </AskDialog>
  )
}

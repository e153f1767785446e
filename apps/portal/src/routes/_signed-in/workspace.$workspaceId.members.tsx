import { createFileRoute } from '@tanstack/react-router'
import { membersQuery } from '../../features/members/member-queries.ts'
import { MembersSection } from '../../features/members/members-section.tsx'
import { OfferOwnershipDialog } from '../../features/ownership/offer-ownership-dialog.tsx'
import { PendingOffer } from '../../features/ownership/pending-offer.tsx'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/members')({
  staticData: { name: 'workspace-members' },
  // Only prefetches on intent. Once opened, the section loads its own data.
  loader: ({ context: { queryClient }, params: { workspaceId }, preload }) => {
    if (preload) void queryClient.prefetchQuery(membersQuery(workspaceId))
  },
  component: RouteComponent,
})

function RouteComponent() {
  const { workspaceId } = Route.useParams()
  return (
    <MembersSection
      workspaceId={workspaceId}
      pendingOffer={<PendingOffer workspaceId={workspaceId} />}
      OfferDialog={OfferOwnershipDialog}
    />
  )
}

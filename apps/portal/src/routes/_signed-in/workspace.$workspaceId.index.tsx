import { createFileRoute } from '@tanstack/react-router'
import { ActivitySection } from '../../features/activity/activity-section.tsx'
import { MembersSection } from '../../features/members/members-section.tsx'
import { OfferOwnershipDialog } from '../../features/ownership/offer-ownership-dialog.tsx'
import { OwnershipOffers } from '../../features/ownership/ownership-offers.tsx'
import { PendingOffer } from '../../features/ownership/pending-offer.tsx'
import { CreateWorkspacePage } from '../../features/workspaces/create-workspace-page.tsx'
import { DeleteWorkspaceSection } from '../../features/workspaces/delete-workspace-section.tsx'
import { WorkspacePage } from '../../features/workspaces/workspace-page.tsx'
import { WorkspacePending } from '../../features/workspaces/workspace-pending.tsx'
import { workspaceQuery } from '../../features/workspaces/workspace-queries.ts'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/')({
  staticData: { name: 'workspace-settings' },
  loader: async ({ context, params: { workspaceId } }) => {
    if (workspaceId !== 'new') await context.queryClient.ensureQueryData(workspaceQuery(workspaceId))
  },
  component: RouteComponent,
  pendingComponent: PendingComponent,
})

function PendingComponent() {
  const { workspaceId } = Route.useParams()
  return <WorkspacePending isNew={workspaceId === 'new'} />
}

function RouteComponent() {
  const { workspaceId } = Route.useParams()
  if (workspaceId === 'new') return <CreateWorkspacePage />
  return (
    <>
      <OwnershipOffers workspaceId={workspaceId} className="mx-auto w-full max-w-[688px] px-6 pt-8" />
      <WorkspacePage workspaceId={workspaceId} />
      <div className="mx-auto flex w-full max-w-[688px] flex-col gap-10 px-6 pt-2 pb-12">
        <MembersSection
          workspaceId={workspaceId}
          pendingOffer={<PendingOffer workspaceId={workspaceId} />}
          OfferDialog={OfferOwnershipDialog}
        />
        <ActivitySection workspaceId={workspaceId} />
        <DeleteWorkspaceSection workspaceId={workspaceId} />
      </div>
    </>
  )
}

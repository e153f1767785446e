import { createFileRoute } from '@tanstack/react-router'
import { ownInvitationsQuery } from '../../features/people/invitation-queries.ts'
import { OwnInvitations } from '../../features/people/own-invitations.tsx'
import { OwnershipOffers } from '../../features/people/ownership-offers.tsx'
import { offersQuery } from '../../features/people/ownership-queries.ts'
import { workspacesQuery } from '../../features/workspaces/workspace-queries.ts'
import { WorkspacesPage } from '../../features/workspaces/workspaces-page.tsx'
import { WorkspacesError, WorkspacesPending } from '../../features/workspaces/workspaces-pending.tsx'
import { waitForPart } from '../../lib/request/wait-for-part.ts'

export const Route = createFileRoute('/_signed-in/workspaces')({
  staticData: {
    name: 'workspaces',
    access: 'verified',
    returnTo: 'fallback',
    section: { in: 'portal', label: 'Workspaces', icon: 'boxes', order: 10 },
  },
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(workspacesQuery),
      waitForPart(queryClient.ensureQueryData(ownInvitationsQuery)),
      waitForPart(queryClient.ensureQueryData(offersQuery)),
    ]),
  component: RouteComponent,
  pendingComponent: WorkspacesPending,
  errorComponent: WorkspacesError,
})

/** Offers that wait for the user's answer come first. */
function RouteComponent() {
  return (
    <>
      <div className="mx-auto flex w-full max-w-[1248px] flex-col gap-3 px-6 pt-8 empty:hidden">
        <OwnInvitations />
        <OwnershipOffers />
      </div>
      <WorkspacesPage />
    </>
  )
}

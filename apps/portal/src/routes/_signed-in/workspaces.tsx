import { createFileRoute } from '@tanstack/react-router'
import { loadOwnInvitations } from '../../features/invitations/load-own-invitations.ts'
import { OwnInvitations } from '../../features/invitations/own-invitations.tsx'
import { loadOwnershipOffers } from '../../features/ownership/load-ownership-offers.ts'
import { OwnershipOffers } from '../../features/ownership/ownership-offers.tsx'
import { workspacesQuery } from '../../features/workspaces/workspace-queries.ts'
import { WorkspacesPage } from '../../features/workspaces/workspaces-page.tsx'
import { WorkspacesError, WorkspacesPending } from '../../features/workspaces/workspaces-pending.tsx'
import { waitForPart } from '../../lib/request/wait-for-part.ts'

export const Route = createFileRoute('/_signed-in/workspaces')({
  staticData: { name: 'workspaces' },
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(workspacesQuery),
      waitForPart(loadOwnInvitations(queryClient)),
      waitForPart(loadOwnershipOffers(queryClient)),
    ]),
  component: RouteComponent,
  pendingComponent: WorkspacesPending,
  errorComponent: WorkspacesError,
  // The loader is in the entry chunk, so that the data of the most common first page is requested in parallel with the page's code.
  codeSplitGroupings: [['component', 'pendingComponent', 'errorComponent']],
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

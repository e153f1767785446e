import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { ownInvitationsQuery } from '../../features/people/invitation-queries.ts'
import { OwnInvitations } from '../../features/people/own-invitations.tsx'
import { OwnershipOffers } from '../../features/people/ownership-offers.tsx'
import { offersQuery } from '../../features/people/ownership-queries.ts'
import { attentionQuery } from '../../features/workspaces/attention-queries.ts'
import { TierCard } from '../../features/workspaces/tier-card.tsx'
import { workspacesQuery } from '../../features/workspaces/workspace-queries.ts'
import { WorkspacesPage } from '../../features/workspaces/workspaces-page.tsx'
import { WorkspacesPending } from '../../features/workspaces/workspaces-pending.tsx'
import { useUser } from '../../lib/guard/session.ts'
import { Page } from '../../lib/layout/page.tsx'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'
import { waitForPart } from '../../lib/request/wait-for-part.ts'

export const Route = createFileRoute('/_signed-in/workspaces')({
  staticData: {
    name: 'workspaces',
    access: 'verified',
    returnTo: 'fallback',
    section: {
      in: 'portal',
      label: 'Workspaces',
      icon: 'boxes',
      order: 10,
      shortcut: 'w',
    },
  },
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(workspacesQuery),
      waitForPart(queryClient.ensureQueryData(ownInvitationsQuery)),
      waitForPart(queryClient.ensureQueryData(offersQuery)),
      waitForPart(queryClient.ensureQueryData(attentionQuery)),
    ]),
  component: RouteComponent,
  pendingComponent: PendingComponent,
  errorComponent: ErrorComponent,
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

/** The skeleton of the page. Its subscription card is already the real one. */
function PendingComponent() {
  return (
    <Page title="Workspaces" actions={<TierCard userId={useUser().id} />}>
      <WorkspacesPending />
    </Page>
  )
}

/** Shown if the page could not be loaded. */
function ErrorComponent({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="Workspaces">
      <SectionLoadError error={error} reset={reset} />
    </Page>
  )
}

import { activityRights } from '@portal/contract/activity/activity-rights'
import { may } from '@portal/contract/members/roles'
import { workspaceRights } from '@portal/contract/workspaces/workspace-rights'
import { createFileRoute } from '@tanstack/react-router'
import { serviceAccountsQuery } from '../../features/credentials/service-account-queries.ts'
import { tokensQuery } from '../../features/credentials/token-queries.ts'
import { membersQuery } from '../../features/people/member-queries.ts'
import { OwnershipOffers } from '../../features/people/ownership-offers.tsx'
import { offersQuery } from '../../features/people/ownership-queries.ts'
import { activityQuery } from '../../features/workspaces/activity-queries.ts'
import { attentionQuery } from '../../features/workspaces/attention-queries.ts'
import { GettingStarted } from '../../features/workspaces/getting-started.tsx'
import { loadForMember } from '../../features/workspaces/load-for-member.ts'
import { OverviewSection } from '../../features/workspaces/overview-section.tsx'
import { workspaceQuery } from '../../features/workspaces/workspace-queries.ts'
import { waitForPart } from '../../lib/request/wait-for-part.ts'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/overview')({
  staticData: {
    name: 'workspace-overview',
    access: 'verified',
    section: {
      in: 'workspace',
      label: 'Overview',
      icon: 'chart',
      order: 5,
      shortcut: 'o',
      right: workspaceRights.readWorkspace,
    },
  },
  loader: async ({ context: { queryClient }, params: { workspaceId } }) => {
    const workspace = queryClient.ensureQueryData(workspaceQuery(workspaceId))
    const activity = workspace.then(({ role }) =>
      may(role, activityRights.readActivity)
        ? queryClient.ensureInfiniteQueryData(activityQuery(workspaceId, {}))
        : undefined,
    )
    await loadForMember([
      workspace,
      waitForPart(queryClient.ensureQueryData(attentionQuery)),
      waitForPart(queryClient.ensureQueryData(tokensQuery(workspaceId))),
      waitForPart(queryClient.ensureQueryData(membersQuery(workspaceId))),
      waitForPart(queryClient.ensureQueryData(serviceAccountsQuery(workspaceId))),
      waitForPart(queryClient.ensureQueryData(offersQuery)),
      waitForPart(activity),
    ])
  },
  component: RouteComponent,
})

function RouteComponent() {
  const { workspaceId } = Route.useParams()
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <OwnershipOffers workspaceId={workspaceId} />
      <GettingStarted workspaceId={workspaceId} />
      <OverviewSection workspaceId={workspaceId} />
    </div>
  )
}

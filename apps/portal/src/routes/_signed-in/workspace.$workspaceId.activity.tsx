import { activityRights } from '@portal/contract/activity/activity-rights'
import { may } from '@portal/contract/members/roles'
import { createFileRoute } from '@tanstack/react-router'
import { activityQuery } from '../../features/workspaces/activity-queries.ts'
import { ActivitySection } from '../../features/workspaces/activity-section.tsx'
import { workspaceQuery } from '../../features/workspaces/workspace-queries.ts'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/activity')({
  staticData: {
    name: 'workspace-activity',
    access: 'verified',
    section: {
      in: 'workspace',
      label: 'Activity',
      icon: 'history',
      order: 60,
      shortcut: 'a',
      right: activityRights.readActivity,
    },
  },
  // Only prefetches on intent. Once opened, the section loads its own data.
  loader: ({ context: { queryClient }, params: { workspaceId }, preload }) => {
    const workspace = queryClient.getQueryData(workspaceQuery(workspaceId).queryKey)
    if (!preload || !workspace || !may(workspace.role, activityRights.readActivity)) return
    void queryClient.prefetchInfiniteQuery(activityQuery(workspaceId, {}))
  },
  component: RouteComponent,
})

function RouteComponent() {
  return <ActivitySection workspaceId={Route.useParams().workspaceId} />
}

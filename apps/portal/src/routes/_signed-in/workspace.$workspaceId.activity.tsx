import { createFileRoute } from '@tanstack/react-router'
import { ActivitySection } from '../../features/activity/activity-section.tsx'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/activity')({
  staticData: { name: 'workspace-activity' },
  component: RouteComponent,
})

function RouteComponent() {
  return <ActivitySection workspaceId={Route.useParams().workspaceId} />
}

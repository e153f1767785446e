import { createFileRoute } from '@tanstack/react-router'
import { DeleteWorkspaceSection } from '../../features/workspaces/delete-workspace-section.tsx'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/danger')({
  staticData: { name: 'workspace-danger' },
  component: RouteComponent,
})

function RouteComponent() {
  return <DeleteWorkspaceSection workspaceId={Route.useParams().workspaceId} />
}

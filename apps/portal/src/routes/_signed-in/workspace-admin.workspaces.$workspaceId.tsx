import { createFileRoute } from '@tanstack/react-router'
import { WorkspaceReportPage } from '../../features/staff/search/workspace-report-page.tsx'

// Without a loader: what reading a page would fetch ahead is a look-up, and recorded.
export const Route = createFileRoute('/_signed-in/workspace-admin/workspaces/$workspaceId')({
  staticData: { name: 'workspace-admin-workspace' },
  component: RouteComponent,
})

function RouteComponent() {
  const { workspaceId } = Route.useParams()
  return <WorkspaceReportPage key={workspaceId} workspaceId={workspaceId} />
}

import { createFileRoute } from '@tanstack/react-router'
import { WorkspaceReportPage } from '../../features/staff/workspace-report-page.tsx'

// Has no loader, because a preload would be recorded as a look-up.
export const Route = createFileRoute('/_signed-in/workspace-admin/workspaces/$workspaceId')({
  staticData: { name: 'workspace-admin-workspace', access: 'staff' },
  component: RouteComponent,
})

function RouteComponent() {
  const { workspaceId } = Route.useParams()
  return <WorkspaceReportPage key={workspaceId} workspaceId={workspaceId} />
}

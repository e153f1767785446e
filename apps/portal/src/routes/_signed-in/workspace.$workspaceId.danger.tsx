import { workspaceRights } from '@portal/contract/workspaces/workspace-rights'
import { createFileRoute } from '@tanstack/react-router'
import { DeleteWorkspaceSection } from '../../features/workspaces/delete-workspace-section.tsx'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/danger')({
  staticData: {
    name: 'workspace-danger',
    access: 'verified',
    section: {
      in: 'workspace',
      label: 'Danger zone',
      icon: 'alert-triangle',
      order: 70,
      shortcut: 'z',
      right: workspaceRights.deleteWorkspace,
      isDanger: true,
    },
  },
  component: RouteComponent,
})

function RouteComponent() {
  return <DeleteWorkspaceSection workspaceId={Route.useParams().workspaceId} />
}

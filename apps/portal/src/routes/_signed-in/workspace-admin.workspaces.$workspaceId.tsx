import { createFileRoute } from '@tanstack/react-router'
import { NotYetPage } from '../../shell/not-yet-page.tsx'

export const Route = createFileRoute('/_signed-in/workspace-admin/workspaces/$workspaceId')({
  staticData: { name: 'workspace-admin-workspace' },
  component: () => <NotYetPage title="Workspace" />,
})

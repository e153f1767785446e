import { createFileRoute } from '@tanstack/react-router'
import { WorkspacesPage } from '../../features/workspaces/workspaces-page.tsx'
import { WorkspacesError, WorkspacesPending } from '../../features/workspaces/workspaces-pending.tsx'
import { workspacesQuery } from '../../lib/workspaces-query.ts'

export const Route = createFileRoute('/_signed-in/workspaces')({
  staticData: { name: 'workspaces' },
  loader: ({ context }) => context.queryClient.ensureQueryData(workspacesQuery),
  component: WorkspacesPage,
  pendingComponent: WorkspacesPending,
  errorComponent: WorkspacesError,
})

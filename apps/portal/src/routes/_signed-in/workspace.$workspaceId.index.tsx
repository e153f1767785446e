import { createFileRoute } from '@tanstack/react-router'
import { CreateWorkspacePage } from '../../features/workspaces/create-workspace-page.tsx'
import { WorkspacePage } from '../../features/workspaces/workspace-page.tsx'
import { workspaceQuery } from '../../features/workspaces/workspace-queries.ts'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/')({
  staticData: { name: 'workspace-settings' },
  loader: async ({ context, params: { workspaceId } }) => {
    if (workspaceId !== 'new') await context.queryClient.ensureQueryData(workspaceQuery(workspaceId))
  },
  component: RouteComponent,
})

function RouteComponent() {
  const { workspaceId } = Route.useParams()
  return workspaceId === 'new' ? <CreateWorkspacePage /> : <WorkspacePage workspaceId={workspaceId} />
}

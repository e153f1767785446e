import { createFileRoute, Outlet } from '@tanstack/react-router'
import { loadForMember } from '../../features/workspaces/load-for-member.ts'
import { workspaceQuery } from '../../features/workspaces/workspace-queries.ts'
import { WorkspaceShell, WorkspaceShellPending } from '../../features/workspaces/workspace-shell.tsx'
import { useSession } from '../../lib/guard/session.ts'

/** The layout of the sections of a workspace. */
export const Route = createFileRoute('/_signed-in/workspace/$workspaceId')({
  staticData: { name: 'workspace', access: 'layout' },
  loader: ({ context: { queryClient }, params: { workspaceId } }) =>
    loadForMember([queryClient.ensureQueryData(workspaceQuery(workspaceId))]),
  component: RouteComponent,
  pendingComponent: PendingComponent,
})

function PendingComponent() {
  return <WorkspaceShellPending workspaceId={Route.useParams().workspaceId} />
}

function RouteComponent() {
  const { workspaceId } = Route.useParams()
  // After the session has ended, the only page shown is the one that says so, and it has no shell.
  if (!useSession()) return <Outlet />
  return (
    <WorkspaceShell workspaceId={workspaceId}>
      <Outlet />
    </WorkspaceShell>
  )
}

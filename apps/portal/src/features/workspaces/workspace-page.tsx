import { workspaceRights } from '@portal/contract/workspaces/workspaces'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useFlag } from '../../lib/analytics/flags.ts'
import { useUser } from '../../lib/guard/session.ts'
import { WorkspaceFacts, WorkspaceValues } from './workspace-facts.tsx'
import { WorkspaceForm } from './workspace-form.tsx'
import { changeRefusal } from './workspace-permissions.ts'
import { WorkspacePreferences } from './workspace-preferences.tsx'
import { workspaceQuery } from './workspace-queries.ts'

/** The general settings of a workspace. See docs/product/workspaces.md#details. */
export function WorkspacePage({ workspaceId }: { workspaceId: string }) {
  const user = useUser()
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  const hasApprovals = useFlag('APPROVALS_OPT_IN_OUT', user)
  const refusal = changeRefusal(workspace, workspaceRights.editWorkspace)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="flex min-w-0 flex-col gap-6">
        {refusal ? (
          <WorkspaceValues workspace={workspace} refusal={refusal} />
        ) : (
          // The key resets the form when the user switches to another workspace.
          <WorkspaceForm key={workspace.id} workspace={workspace} />
        )}
        <WorkspacePreferences workspace={workspace} userId={user.id} hasApprovals={hasApprovals} />
      </div>
      <WorkspaceFacts workspace={workspace} userId={user.id} />
    </div>
  )
}

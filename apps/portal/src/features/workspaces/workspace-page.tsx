import { LinkButton } from '@portal/ui/buttons/link-button'
import { Pill } from '@portal/ui/data/pill'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useFlag } from '../../lib/analytics/flags.ts'
import { useUser } from '../../lib/guard/session.ts'
import { Page } from '../../lib/layout/page.tsx'
import { GoToWorkspaceButton } from './go-to-workspace-button.tsx'
import { WorkspaceFacts } from './workspace-facts.tsx'
import { WorkspaceForm } from './workspace-form.tsx'
import { WorkspacePills } from './workspace-pills.tsx'
import { WorkspacePreferences } from './workspace-preferences.tsx'
import { workspaceQuery } from './workspace-queries.ts'

/** The settings of one workspace. See docs/product/workspaces.md#details. */
export function WorkspacePage({ workspaceId }: { workspaceId: string }) {
  const user = useUser()
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  const hasApprovals = useFlag('APPROVALS_OPT_IN_OUT', user)
  return (
    <Page
      title={workspace.displayName || 'Workspace Details'}
      width="narrow"
      badges={
        <>
          <WorkspacePills workspace={workspace} />
          {hasApprovals && (
            <Pill tone={workspace.approvalsEnabled ? 'success' : 'neutral'}>
              {workspace.approvalsEnabled ? 'Approvals enabled' : 'Approvals disabled'}
            </Pill>
          )}
        </>
      }
      actions={
        <>
          <LinkButton href={`/workspace/${workspaceId}/tokens`} icon="key">
            API Tokens
          </LinkButton>
          <LinkButton href={`/workspace/${workspaceId}/service-accounts`} icon="terminal">
            Service Accounts
          </LinkButton>
          <GoToWorkspaceButton workspace={workspace} />
        </>
      }
    >
      {/* The key resets the form when the user switches to another workspace. */}
      <WorkspaceForm key={workspace.id} workspace={workspace} />
      <WorkspaceFacts workspace={workspace} userId={user.id} />
      <WorkspacePreferences workspace={workspace} userId={user.id} hasApprovals={hasApprovals} />
    </Page>
  )
}

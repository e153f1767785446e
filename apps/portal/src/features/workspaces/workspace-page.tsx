import { roleLabels } from '@portal/contract/permissions'
import { Card } from '@portal/ui/card'
import { LinkButton } from '@portal/ui/link-button'
import { Pill } from '@portal/ui/pill'
import { Timestamp } from '@portal/ui/timestamp'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFlag } from '../../lib/flags.ts'
import { Page } from '../../lib/page.tsx'
import { useUser } from '../../lib/session.ts'
import { GoToWorkspaceButton } from './go-to-workspace-button.tsx'
import { ownerName } from './workspace-people.ts'
import { workspaceQuery } from './workspace-queries.ts'
import { envTypeLabels } from './workspace-type.ts'

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[11rem_1fr] gap-4 border-line border-t py-3 first:border-t-0">
      <dt className="text-content-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

/** One workspace (SPEC section 2, "Workspace details page"). */
export function WorkspacePage({ workspaceId }: { workspaceId: string }) {
  const user = useUser()
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  const hasApprovals = useFlag('APPROVALS_OPT_IN_OUT', user)
  return (
    <Page
      title={workspace.displayName}
      tabTitle={workspace.displayName || 'Workspace Details'}
      width="narrow"
      badges={
        <>
          {workspace.isDefault && <Pill tone="accent">DEFAULT</Pill>}
          {hasApprovals && (
            <Pill tone={workspace.approvalsEnabled ? 'success' : 'neutral'}>
              {workspace.approvalsEnabled ? 'Approvals enabled' : 'Approvals disabled'}
            </Pill>
          )}
          {workspace.quarantinedAt && <Pill tone="danger">Quarantined</Pill>}
        </>
      }
      actions={
        <>
          <LinkButton href={`/workspace/${workspaceId}/tokens`} icon="key">
            API Tokens
          </LinkButton>
          <GoToWorkspaceButton workspace={workspace} />
        </>
      }
    >
      <Card padding="none">
        <dl className="px-5 py-1">
          <Row name="Workspace Type">{envTypeLabels[workspace.instanceEnvType]}</Row>
          <Row name="URL">
            <span className="font-mono text-sm">{workspace.instanceUrl}</span>
          </Row>
          <Row name="Description">
            {workspace.description || <span className="text-content-subtle">None</span>}
          </Row>
          <Row name="Your role">{roleLabels[workspace.role]}</Row>
          <Row name="Owner">
            {workspace.creatorUserId === user.id ? 'You' : (ownerName(workspace) ?? 'Unknown')}
          </Row>
          <Row name="Created">
            <Timestamp date={workspace.createdAt} />
          </Row>
        </dl>
      </Card>
    </Page>
  )
}

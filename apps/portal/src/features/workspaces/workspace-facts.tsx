import { roleLabels } from '@portal/contract/members/roles'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Card } from '@portal/ui/layout/card'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import type { ReactNode } from 'react'
import { ownerName } from './workspace-people.ts'
import { envTypeLabels } from './workspace-type.ts'

/** A name and its value in a description list. */
function FactRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-content-muted text-sm">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

/** Read-only facts: the hosting, the user's role, the owner and the creation date. */
export function WorkspaceFacts({ workspace, userId }: { workspace: Workspace; userId: string }) {
  return (
    <Card padding="lg">
      <dl className="grid grid-cols-2 gap-4 desktop:grid-cols-1">
        <FactRow name="Hosting">
          {envTypeLabels[workspace.instanceEnvType]}
          <span className="block font-mono text-content-muted text-xs">{workspace.instanceUrl}</span>
        </FactRow>
        <FactRow name="Your role">{roleLabels[workspace.role]}</FactRow>
        <FactRow name="Owner">
          <span dir="auto">
            {workspace.creatorUserId === userId ? 'You' : (ownerName(workspace) ?? 'Unknown')}
          </span>
        </FactRow>
        <FactRow name="Created">
          <Timestamp date={workspace.createdAt} hasTooltip={false} />
        </FactRow>
      </dl>
    </Card>
  )
}

interface WorkspaceValuesProps {
  workspace: Workspace
  /** Why the user cannot change the values. */
  refusal: string
}

/** The name, URL and description of a workspace, for members who cannot change them. */
export function WorkspaceValues({ workspace, refusal }: WorkspaceValuesProps) {
  return (
    <Card padding="lg">
      <dl className="flex flex-col gap-4">
        <FactRow name="Display Name">
          <span dir="auto">{workspace.displayName}</span>
        </FactRow>
        {workspace.instanceEnvType === 'PRIVATE' && <FactRow name="URL">{workspace.instanceUrl}</FactRow>}
        <FactRow name="Description">
          {workspace.description ? (
            <span dir="auto">{workspace.description}</span>
          ) : (
            <span className="text-content-muted">No description</span>
          )}
        </FactRow>
      </dl>
      <p className="mt-5 flex items-center gap-2 border-line border-t pt-4 text-content-muted text-sm">
        <Icon name="lock" size="sm" className="shrink-0" />
        {refusal}
      </p>
    </Card>
  )
}

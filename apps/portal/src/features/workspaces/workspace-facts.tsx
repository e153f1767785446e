import { roleLabels } from '@portal/contract/permissions'
import type { Workspace } from '@portal/contract/workspaces'
import { Card } from '@portal/ui/layout/card'
import { Timestamp } from '@portal/ui/text/timestamp'
import type { ReactNode } from 'react'
import { ownerName } from './workspace-people.ts'
import { envTypeLabels } from './workspace-type.ts'

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[9rem_1fr] gap-4 border-line border-t py-2.5 text-sm first:border-t-0">
      <dt className="text-content-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

/** Read-only facts: the hosting, the user's role, the owner and the creation date. */
export function WorkspaceFacts({ workspace, userId }: { workspace: Workspace; userId: string }) {
  return (
    <Card padding="none">
      <dl className="px-6 py-1.5">
        <Row name="Hosting">
          {envTypeLabels[workspace.instanceEnvType]}
          <span className="block font-mono text-content-muted text-xs">{workspace.instanceUrl}</span>
        </Row>
        <Row name="Your role">{roleLabels[workspace.role]}</Row>
        <Row name="Owner">
          {workspace.creatorUserId === userId ? 'You' : (ownerName(workspace) ?? 'Unknown')}
        </Row>
        <Row name="Created">
          <Timestamp date={workspace.createdAt} hasTooltip={false} />
        </Row>
      </dl>
    </Card>
  )
}

import { roleLabels } from '@portal/contract/permissions'
import type { Workspace } from '@portal/contract/workspaces'
import { Card } from '@portal/ui/layout/card'
import { Timestamp } from '@portal/ui/text/timestamp'
import { FactRow } from './fact-row.tsx'
import { ownerName } from './workspace-people.ts'
import { envTypeLabels } from './workspace-type.ts'

/** Read-only facts: the hosting, the user's role, the owner and the creation date. */
export function WorkspaceFacts({ workspace, userId }: { workspace: Workspace; userId: string }) {
  return (
    <Card padding="lg">
      <dl className="flex flex-col gap-4">
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

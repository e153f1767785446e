import type { Workspace } from '@portal/contract/workspaces'
import { Card } from '@portal/ui/layout/card'
import { Icon } from '@portal/ui/text/icon'
import { FactRow } from './fact-row.tsx'

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

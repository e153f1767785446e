import { restorableDays } from '@portal/contract/limits'
import { may } from '@portal/contract/members/roles'
import { workspaceRights } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { Card } from '@portal/ui/layout/card'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { DeleteWorkspaceDialog } from './delete-workspace-dialog.tsx'
import { OwnerOnly } from './owner-only.tsx'
import { changeRefusal } from './workspace-permissions.ts'
import { workspaceQuery } from './workspace-queries.ts'

/** The deletion of the workspace. Only its owner can delete it. */
export function DeleteWorkspaceSection({ workspaceId }: { workspaceId: string }) {
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  const [isOpen, setIsOpen] = useKeptState('delete workspace', false)
  if (!may(workspace.role, workspaceRights.deleteWorkspace)) {
    return <OwnerOnly title="Only the owner can delete this workspace" />
  }
  const refusal = changeRefusal(workspace, workspaceRights.deleteWorkspace)
  return (
    <ShellSection intro="Actions here affect everyone in this workspace.">
      <Card
        tone="danger"
        title="Delete this workspace"
        description={`Everyone loses access immediately. You can restore it for ${restorableDays} days.`}
        actions={
          <Button
            tone="danger"
            variant="outline"
            icon="trash"
            onPress={() => setIsOpen(true)}
            isDisabled={refusal !== undefined}
            disabledReason={refusal}
            aria-haspopup="dialog"
          >
            Delete Workspace
          </Button>
        }
      />
      {isOpen && <DeleteWorkspaceDialog workspace={workspace} onClose={() => setIsOpen(false)} />}
    </ShellSection>
  )
}

import type { Workspace } from '@portal/contract/workspaces'
import { Pill } from '@portal/ui/data/pill'

/** Pills for what keeps a workspace from opening or from the list, if anything. */
export function WorkspaceStates({ workspace }: { workspace: Workspace }) {
  return (
    <>
      {workspace.quarantinedAt && <Pill tone="danger">Quarantined</Pill>}
      {workspace.isHidden && <Pill>Hidden</Pill>}
    </>
  )
}

import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Pill } from '@portal/ui/data/pill'

/** Pills for a quarantined or hidden workspace. */
export function WorkspaceStates({ workspace }: { workspace: Workspace }) {
  return (
    <>
      {workspace.quarantinedAt && <Pill tone="danger">Quarantined</Pill>}
      {workspace.isHidden && <Pill>Hidden</Pill>}
    </>
  )
}

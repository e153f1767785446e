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

/** Pills for the default workspace and for the states of a workspace. */
export function WorkspacePills({ workspace }: { workspace: Workspace }) {
  return (
    <>
      {workspace.isDefault && <Pill tone="accent">DEFAULT</Pill>}
      <WorkspaceStates workspace={workspace} />
    </>
  )
}

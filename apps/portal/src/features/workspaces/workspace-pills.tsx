import type { Workspace } from '@portal/contract/workspaces'
import { Pill } from '@portal/ui/data/pill'

/** Pills for the special states of a workspace, if any. */
export function WorkspacePills({ workspace }: { workspace: Workspace }) {
  return (
    <>
      {workspace.isDefault && <Pill tone="accent">DEFAULT</Pill>}
      {workspace.quarantinedAt && <Pill tone="danger">Quarantined</Pill>}
      {workspace.isHidden && <Pill>Hidden</Pill>}
    </>
  )
}

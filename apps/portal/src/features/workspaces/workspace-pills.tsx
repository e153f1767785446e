import type { Workspace } from '@portal/contract/workspaces'
import { Pill } from '@portal/ui/data/pill'

/** What is special about a workspace, in a word each; nothing where nothing is. */
export function WorkspacePills({ workspace }: { workspace: Workspace }) {
  return (
    <>
      {workspace.isDefault && <Pill tone="accent">DEFAULT</Pill>}
      {workspace.quarantinedAt && <Pill tone="danger">Quarantined</Pill>}
      {workspace.isHidden && <Pill>Hidden</Pill>}
    </>
  )
}

import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Pill } from '@portal/ui/data/pill'
import { WorkspaceStates } from './workspace-states.tsx'

/** Pills for the default workspace and for the states of a workspace. */
export function WorkspacePills({ workspace }: { workspace: Workspace }) {
  return (
    <>
      {workspace.isDefault && <Pill tone="accent">DEFAULT</Pill>}
      <WorkspaceStates workspace={workspace} />
    </>
  )
}

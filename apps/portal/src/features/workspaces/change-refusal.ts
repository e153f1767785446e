import { may, type WorkspaceAct } from '@portal/contract/permissions'
import type { Workspace } from '@portal/contract/workspaces'

/** Why a change of the workspace is not open to this person now, in words; undefined where it is (SPEC section 6). */
export function changeRefusal(
  { role, quarantinedAt }: Pick<Workspace, 'role' | 'quarantinedAt'>,
  act: Extract<WorkspaceAct, 'editWorkspace' | 'toggleApprovals' | 'deleteWorkspace'>,
): string | undefined {
  if (!may(role, act)) return 'Only the owner of this workspace may change this'
  return quarantinedAt ? 'This workspace is quarantined' : undefined
}

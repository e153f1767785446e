import { envTypeOrder } from '@portal/contract/limits'
import type { Workspace } from '@portal/contract/workspaces'
import { defaultWorkspace } from '../../lib/default-workspace.ts'

/**
 * The list's order (SPEC section 4, "Workspaces"): the person's default first, then their own favourites, then by env
 * type SI, PRIVATE, LOCAL, then by display name.
 */
export function orderWorkspaces(workspaces: readonly Workspace[], userId: string): Workspace[] {
  const first = defaultWorkspace(workspaces, userId)?.id
  const rank = (workspace: Workspace) => [
    workspace.id === first ? 0 : 1,
    workspace.isFavourite ? 0 : 1,
    envTypeOrder.indexOf(workspace.instanceEnvType),
  ]
  return [...workspaces].sort((one, other) => {
    const ranks = rank(other)
    const byRank = rank(one)
      .map((value, index) => value - (ranks[index] ?? 0))
      .find((difference) => difference !== 0)
    return byRank ?? (one.displayName.localeCompare(other.displayName) || one.id.localeCompare(other.id))
  })
}

/** Those whose display name holds the text, whatever the case (SPEC section 2, "Workspaces page"). */
export function searchWorkspaces(workspaces: readonly Workspace[], text: string): Workspace[] {
  const wanted = text.trim().toLocaleLowerCase()
  return workspaces.filter(({ displayName }) => displayName.toLocaleLowerCase().includes(wanted))
}

/** 'N Workspaces', 'One Workspace', or 'Create A Workspace' when there is none. */
export function workspacesHeading(count: number): string {
  if (count === 0) return 'Create A Workspace'
  return count === 1 ? 'One Workspace' : `${count} Workspaces`
}

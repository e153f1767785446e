import { envTypeOrder } from '@portal/contract/limits'
import type { Workspace } from '@portal/contract/workspaces'
import { defaultWorkspace } from './default-workspace.ts'

// One for all comparisons: `localeCompare` makes its own each time, which thousands of names feel.
const byLocale = new Intl.Collator()

/**
 * The list's order (SPEC section 4, "Workspaces"): the person's default first, then favourites among their own, then by
 * env type SI, PRIVATE, LOCAL, then by display name.
 */
export function orderWorkspaces(workspaces: readonly Workspace[], userId: string): Workspace[] {
  const first = defaultWorkspace(workspaces, userId)?.id
  const rank = ({ id, isFavourite, creatorUserId, instanceEnvType }: Workspace) => {
    if (id === first) return 0
    const byType = 1 + envTypeOrder.indexOf(instanceEnvType)
    return isFavourite && creatorUserId === userId ? byType : byType + envTypeOrder.length
  }
  return workspaces
    .map((workspace) => ({ workspace, rank: rank(workspace) }))
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        byLocale.compare(one.workspace.displayName, other.workspace.displayName) ||
        (one.workspace.id < other.workspace.id ? -1 : 1),
    )
    .map(({ workspace }) => workspace)
}

/** Those whose display name holds the text, whatever the case (SPEC section 2, "Workspaces page"). */
export function searchWorkspaces<W extends Pick<Workspace, 'displayName'>>(
  workspaces: readonly W[],
  text: string,
): readonly W[] {
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return workspaces
  return workspaces.filter(({ displayName }) => displayName.toLocaleLowerCase().includes(wanted))
}

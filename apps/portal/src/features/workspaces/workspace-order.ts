import { envTypeOrder } from '@portal/contract/limits'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { defaultWorkspace } from './default-workspace.ts'

// Shared by all comparisons, because `localeCompare` creates a collator on each call, which is slow for long lists.
const byLocale = new Intl.Collator()

/**
 * Sorts the list: the user's default workspace, then favourites they created, then the env types SI, PRIVATE and LOCAL.
 * Equal ranks are sorted by display name. See docs/product/workspaces.md#order.
 */
export function orderWorkspaces(
  workspaces: readonly Workspace[],
  userId: string,
  isStarred = ({ isFavourite }: Workspace) => isFavourite,
): Workspace[] {
  const first = defaultWorkspace(workspaces, userId)?.id
  const rank = (workspace: Workspace) => {
    if (workspace.id === first) return 0
    const byType = 1 + envTypeOrder.indexOf(workspace.instanceEnvType)
    return isStarred(workspace) && workspace.creatorUserId === userId ? byType : byType + envTypeOrder.length
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

const openedAtMs = ({ lastOpenedAt }: Workspace) => (lastOpenedAt === null ? 0 : Date.parse(lastOpenedAt))

/** Sorts workspaces by when the user last opened them, latest first. Workspaces that were never opened come last. */
export function sortByLastOpened(workspaces: readonly Workspace[]): Workspace[] {
  return workspaces.toSorted((one, other) => openedAtMs(other) - openedAtMs(one))
}

/** Returns the workspaces whose display name contains the text, ignoring case and surrounding spaces. */
export function searchWorkspaces<W extends Pick<Workspace, 'displayName'>>(
  workspaces: readonly W[],
  text: string,
): readonly W[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return workspaces
  return workspaces.filter(({ displayName }) => displayName.toLowerCase().includes(wanted))
}

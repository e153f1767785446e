import type { Workspace } from '@portal/contract/workspaces'
import { useMemo, useState } from 'react'
import { orderWorkspaces } from '../../lib/workspace-order.ts'

/**
 * Sorts the list with the stars from when the page was opened. A star that is set now moves its card at the next visit, so
 * that the card doesn't move away from the pointer.
 */
export function useOrderOfVisit(workspaces: readonly Workspace[], userId: string): Workspace[] {
  const [stars] = useState(() => new Map(workspaces.map(({ id, isFavourite }) => [id, isFavourite])))
  return useMemo(
    () => orderWorkspaces(workspaces, userId, ({ id, isFavourite }) => stars.get(id) ?? isFavourite),
    [workspaces, userId, stars],
  )
}

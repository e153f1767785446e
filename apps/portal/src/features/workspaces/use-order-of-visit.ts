import type { Workspace } from '@portal/contract/workspaces'
import { useMemo, useState } from 'react'
import { orderWorkspaces } from './shared/workspace-order.ts'

/**
 * Sorts the workspaces by the stars they had when the page was opened. A star that the user sets or removes moves the card only
 * at the next visit, so that the card doesn't move away from the pointer.
 */
export function useOrderOfVisit(workspaces: readonly Workspace[], userId: string): Workspace[] {
  const [stars] = useState(() => new Map(workspaces.map(({ id, isFavourite }) => [id, isFavourite])))
  return useMemo(
    () => orderWorkspaces(workspaces, userId, ({ id, isFavourite }) => stars.get(id) ?? isFavourite),
    [workspaces, userId, stars],
  )
}

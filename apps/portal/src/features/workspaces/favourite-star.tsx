import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { use } from 'react'
import { RunMarkContext } from './mark-attempt.ts'
import { useWorkspaceMarks } from './use-workspace-marks.ts'

/** Marks the workspace as one of the user's favourites. */
export function FavouriteStar({ workspace }: { workspace: Workspace }) {
  const { isFavourite } = workspace
  const { setFavourite } = useWorkspaceMarks()
  const runMark = use(RunMarkContext)
  return (
    <IconButton
      icon="star"
      label={isFavourite ? 'Remove Favourite' : 'Set Favourite'}
      size="sm"
      onPress={() => void runMark(() => setFavourite(workspace, !isFavourite))}
      className={isFavourite ? 'text-warning hover:text-warning!' : undefined}
      iconClassName={isFavourite ? 'fill-current' : undefined}
    />
  )
}

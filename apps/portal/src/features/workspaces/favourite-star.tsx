import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { use } from 'react'
import { ReportFailureContext, useSetFavourite } from './own-settings.ts'

/** Marks the workspace as one of the user's favourites. */
export function FavouriteStar({ workspace }: { workspace: Workspace }) {
  const { id, isFavourite } = workspace
  const setFavourite = useSetFavourite(workspace, use(ReportFailureContext))
  return (
    <IconButton
      icon="star"
      label={isFavourite ? 'Remove Favourite' : 'Set Favourite'}
      size="sm"
      onPress={() =>
        setFavourite.mutate({ params: { workspaceId: id }, body: { isFavourite: !isFavourite } })
      }
      className={isFavourite ? 'text-warning hover:text-warning!' : undefined}
      iconClassName={isFavourite ? 'fill-current' : undefined}
    />
  )
}

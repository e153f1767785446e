import { Button } from '@portal/ui/buttons/button'
import { PillCounter } from '@portal/ui/data/pill-counter'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { focusPageHeading } from '../../lib/layout/use-recovered-focus.ts'
import { deletedWorkspacesQuery } from './use-workspace-cache.ts'

const DeletedWorkspacesDialog = lazy(() =>
  import('./deleted-workspaces-dialog.tsx').then((module) => ({ default: module.DeletedWorkspacesDialog })),
)

/** Opens the list of deleted workspaces. Hidden while there is nothing to restore. */
export function RecentlyDeleted() {
  const [isOpen, setIsOpen] = useState(false)
  const { data, isError } = useQuery(deletedWorkspacesQuery)
  const count = data?.length ?? 0
  const wasOpen = useRef(false)
  useEffect(() => {
    // The button disappears with the last deleted workspace, so it can't get the focus back from the dialog.
    if (wasOpen.current && !isOpen && count === 0) focusPageHeading()
    wasOpen.current = isOpen
  }, [isOpen, count])
  if (count === 0 && !isError && !isOpen) return null
  return (
    <>
      <Button variant="ghost" icon="trash" onPress={() => setIsOpen(true)}>
        Recently deleted
        <PillCounter count={count} isHiddenAtZero size="sm" />
      </Button>
      {isOpen && (
        <Suspense>
          <DeletedWorkspacesDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

import { Button } from '@portal/ui/buttons/button'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { PillCounter } from '@portal/ui/data/pill-counter'
import { Toggle } from '@portal/ui/fields/toggle'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { focusPageHeading } from '../../lib/layout/use-recovered-focus.ts'
import { DeletedWorkspacesDialog } from './deleted-workspaces-dialog.tsx'
import { deletedWorkspacesQuery } from './use-workspace-cache.ts'
import type { WorkspacesView } from './workspaces-view.ts'

/** Opens the list of deleted workspaces. Hidden while there is nothing to restore. */
function RecentlyDeleted() {
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
      {isOpen && <DeletedWorkspacesDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

const views = [
  { id: 'grid', icon: 'grid', label: 'Cards' },
  { id: 'list', icon: 'list', label: 'List' },
] as const

interface ViewSwitchProps {
  view: WorkspacesView
  onView: (view: WorkspacesView) => void
}

/** Switches between the card grid and the list. */
function ViewSwitch({ view, onView }: ViewSwitchProps) {
  return (
    <fieldset aria-label="View" className="flex rounded-md border border-line p-0.5">
      {views.map(({ id, icon, label }) => (
        <IconButton
          key={id}
          icon={icon}
          label={label}
          size="sm"
          isSelected={view === id}
          onPress={() => onView(id)}
          className={view === id ? 'bg-surface-selected! forced-selection!' : undefined}
        />
      ))}
    </fieldset>
  )
}

export interface WorkspacesToolbarProps {
  /** Whether there are no workspaces to search or display. */
  isEmpty: boolean
  searchBox: ReactNode
  hiddenCount: number
  isHiddenShown: boolean
  onHiddenShown: (isShown: boolean) => void
  view: WorkspacesView
  onView: (view: WorkspacesView) => void
}

/** The controls above the list: search, hidden workspaces, deleted workspaces and the view switch. */
export function WorkspacesToolbar({
  isEmpty,
  searchBox,
  hiddenCount,
  isHiddenShown,
  onHiddenShown,
  view,
  onView,
}: WorkspacesToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 has-[>div:only-child:empty]:hidden">
      {!isEmpty && searchBox}
      {hiddenCount > 0 && (
        <Toggle size="sm" isSelected={isHiddenShown} onChange={onHiddenShown}>
          {`Show hidden (${hiddenCount})`}
        </Toggle>
      )}
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
        <RecentlyDeleted />
        {view === 'list' && !isEmpty && (
          <LinkButton href="/workspace/new" icon="plus">
            Create New Workspace
          </LinkButton>
        )}
        {!isEmpty && <ViewSwitch view={view} onView={onView} />}
      </div>
    </div>
  )
}

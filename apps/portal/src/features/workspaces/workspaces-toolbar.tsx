import { IconButton } from '@portal/ui/icon-button'
import { LinkButton } from '@portal/ui/link-button'
import { SearchBox } from '@portal/ui/search-box'
import { Toggle } from '@portal/ui/toggle'
import { RecentlyDeleted } from './recently-deleted.tsx'
import type { WorkspacesView } from './workspaces-view.ts'

export interface WorkspacesToolbarProps {
  /** Whether there is nothing to search or to show in another way. */
  isEmpty: boolean
  onSearch: (text: string) => void
  hiddenCount: number
  isHiddenShown: boolean
  onHiddenShown: (isShown: boolean) => void
  view: WorkspacesView
  onView: (view: WorkspacesView) => void
}

/** Above the list: search, what is left out of it, and how it is shown. */
export function WorkspacesToolbar({
  isEmpty,
  onSearch,
  hiddenCount,
  isHiddenShown,
  onHiddenShown,
  view,
  onView,
}: WorkspacesToolbarProps) {
  if (isEmpty) {
    return (
      <div className="flex empty:hidden">
        <RecentlyDeleted />
      </div>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <SearchBox placeholder="Search workspaces..." onSearch={onSearch} className="w-80" />
      {hiddenCount > 0 && (
        <Toggle size="sm" isSelected={isHiddenShown} onChange={onHiddenShown}>
          Show hidden ({hiddenCount})
        </Toggle>
      )}
      <div className="ml-auto flex items-center gap-2">
        <RecentlyDeleted />
        {view === 'list' && (
          <LinkButton href="/workspace/new" icon="plus">
            Create New Workspace
          </LinkButton>
        )}
        <fieldset aria-label="View" className="flex rounded-md border border-line p-0.5">
          <IconButton
            icon="grid"
            label="Cards"
            size="sm"
            isSelected={view === 'grid'}
            onPress={() => onView('grid')}
            className={view === 'grid' ? 'bg-surface-selected' : undefined}
          />
          <IconButton
            icon="list"
            label="List"
            size="sm"
            isSelected={view === 'list'}
            onPress={() => onView('list')}
            className={view === 'list' ? 'bg-surface-selected' : undefined}
          />
        </fieldset>
      </div>
    </div>
  )
}

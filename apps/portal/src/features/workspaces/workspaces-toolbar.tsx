import { LinkButton } from '@portal/ui/buttons/link-button'
import { lazy, type ReactNode, Suspense } from 'react'
import { loadPart } from '../../lib/request/load-part.ts'
import { RecentlyDeleted } from './recently-deleted.tsx'
import { ViewSwitch } from './view-switch.tsx'
import type { WorkspacesView } from './workspaces-view.ts'

// Loaded on demand: few users hide workspaces.
const Toggle = lazy(() =>
  loadPart(() => import('@portal/ui/fields/toggle')).then((module) => ({ default: module.Toggle })),
)

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
        <Suspense>
          <Toggle size="sm" isSelected={isHiddenShown} onChange={onHiddenShown}>
            Show hidden ({hiddenCount})
          </Toggle>
        </Suspense>
      )}
      <div className="ml-auto flex items-center gap-2">
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

import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { focusRing } from '@portal/ui/lib/focus-ring'
import { Icon } from '@portal/ui/text/icon'
import { Link } from '@tanstack/react-router'
import { memo, useDeferredValue, useRef } from 'react'
import { useVisibleRows } from './use-visible-rows.ts'
import { useWorkspaceColumns } from './use-workspace-columns.ts'
import { WorkspaceCard } from './workspace-card.tsx'
import type { WorkspaceListProps } from './workspace-list-props.ts'

/** The first tile of the grid. Links to the form for a new workspace. */
function CreateWorkspaceTile() {
  return (
    <Link
      to="/workspace/new"
      className={`${focusRing} flex h-full flex-col items-center justify-center gap-1.5 rounded-lg border border-line-control border-dashed p-4 font-medium text-content-muted no-underline transition-colors hover:border-accent hover:bg-accent-soft hover:text-accent-text`}
    >
      <Icon name="plus" size="md" />
      Create New Workspace
    </Link>
  )
}

const cardHeightRem = 7
const gapRem = 1

const Card = memo(WorkspaceCard)

/** The create tile and one card per workspace. Only cards near the viewport of a long list are rendered. */
export function WorkspaceGrid({ workspaces, userId, onRefused }: WorkspaceListProps) {
  const list = useRef<HTMLUListElement>(null)
  const columns = useWorkspaceColumns()
  const size = workspaces.length + 1
  const { start, end, beforeRem, afterRem } = useVisibleRows({
    list,
    count: size,
    columns,
    pitchRem: cardHeightRem + gapRem,
  })
  // The buttons take longer to render than the rest of a card, so the first cards get them in a second, interruptible render.
  const hasButtons = useDeferredValue(true, false)
  const tiles: ('new' | Workspace)[] = ['new', ...workspaces]
  return (
    <ul
      ref={list}
      aria-label="Workspaces"
      className="grid list-none"
      style={{
        gap: `${gapRem}rem`,
        gridAutoRows: `${cardHeightRem}rem`,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        paddingTop: `${beforeRem}rem`,
        paddingBottom: `${afterRem}rem`,
      }}
    >
      {tiles.slice(start, end).map((tile, index) => {
        const place = { 'aria-setsize': size, 'aria-posinset': start + index + 1 }
        return tile === 'new' ? (
          <li key="new" {...place} className="grid">
            <CreateWorkspaceTile />
          </li>
        ) : (
          <li key={tile.id} {...place} aria-label={tile.displayName}>
            <Card workspace={tile} userId={userId} onRefused={onRefused} hasButtons={hasButtons} />
          </li>
        )
      })}
    </ul>
  )
}

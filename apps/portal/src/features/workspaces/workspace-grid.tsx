import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { focusRing } from '@portal/ui/lib/focus-ring'
import { Icon } from '@portal/ui/text/icon'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useWindowRows } from './use-window-rows.ts'
import { WorkspaceCard } from './workspace-card.tsx'
import type { WorkspaceListProps } from './workspace-list-props.ts'

/** The columns and gaps of the grid, for each row of four tiles. */
export const gridRow = 'grid auto-rows-[7rem] gap-4 pb-4 tablet:grid-cols-2 desktop:grid-cols-4'

const tilesPerRow = 4
const estimatedRowPx = 128

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

const Card = memo(WorkspaceCard)

/** Set explicitly, because a row of tiles stands between the list and its items, so they can't be `ul` and `li`. */
const listRole = { role: 'list', 'aria-label': 'Workspaces' }

/** The create tile and one card per workspace. Only cards near the viewport of a long list are rendered. */
export function WorkspaceGrid({ workspaces, userId, onRefused }: WorkspaceListProps) {
  const tiles: ('new' | Workspace)[] = ['new', ...workspaces]
  const { list, rows, measureRow, beforePx, afterPx } = useWindowRows(
    tiles.length,
    tilesPerRow,
    estimatedRowPx,
  )
  return (
    <div {...listRole} ref={list} className="-mb-4" style={{ paddingTop: beforePx, paddingBottom: afterPx }}>
      {rows.map(({ index: row, key }) => (
        <div key={key} ref={measureRow} data-index={row} className={gridRow}>
          {tiles.slice(row * tilesPerRow, (row + 1) * tilesPerRow).map((tile, column) => {
            const place = {
              role: 'listitem',
              'aria-setsize': tiles.length,
              'aria-posinset': row * tilesPerRow + column + 1,
              'aria-label': tile === 'new' ? undefined : tile.displayName,
            }
            return tile === 'new' ? (
              <div key="new" {...place}>
                <CreateWorkspaceTile />
              </div>
            ) : (
              <div key={tile.id} {...place}>
                <Card workspace={tile} userId={userId} onRefused={onRefused} />
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

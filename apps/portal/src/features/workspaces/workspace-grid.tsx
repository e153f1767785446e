import type { Workspace } from '@portal/contract/workspaces'
import { memo, useRef } from 'react'
import { CreateWorkspaceTile } from './create-workspace-tile.tsx'
import { useVisibleRows } from './use-visible-rows.ts'
import { useWorkspaceColumns } from './use-workspace-columns.ts'
import { WorkspaceCard } from './workspace-card.tsx'
import type { WorkspaceListProps } from './workspace-list-props.ts'

const cardHeightRem = 7
const gapRem = 1

const Card = memo(WorkspaceCard)

/** The create tile and one card per workspace. Only cards near the viewport are rendered. */
export function WorkspaceGrid({ workspaces, userId, onRefused }: WorkspaceListProps) {
  const list = useRef<HTMLUListElement>(null)
  const columns = useWorkspaceColumns()
  const size = workspaces.length + 1
  const rows = useVisibleRows({ list, count: Math.ceil(size / columns), heightRem: cardHeightRem, gapRem })
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
        paddingTop: rows.beforePx,
        paddingBottom: rows.afterPx,
      }}
    >
      {tiles.slice(rows.start * columns, rows.end * columns).map((tile, index) => {
        const place = { 'aria-setsize': size, 'aria-posinset': rows.start * columns + index + 1 }
        return tile === 'new' ? (
          <li key="new" {...place} className="grid">
            <CreateWorkspaceTile />
          </li>
        ) : (
          <li key={tile.id} {...place} aria-label={tile.displayName}>
            <Card workspace={tile} userId={userId} onRefused={onRefused} />
          </li>
        )
      })}
    </ul>
  )
}

import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Pill } from '@portal/ui/data/pill'
import { Card } from '@portal/ui/layout/card'
import { focusRing } from '@portal/ui/lib/focus-ring'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useWindowRows } from './use-window-rows.ts'
import {
  AttentionLink,
  FavouriteStar,
  type WorkspaceItemProps,
  WorkspaceLink,
  type WorkspaceListProps,
  WorkspaceMenu,
} from './workspace-item.tsx'
import {
  envTypeIcons,
  envTypeLabels,
  hostOf,
  memberCountText,
  ownerName,
  roleOnCard,
} from './workspace-labels.ts'
import { WorkspaceStates } from './workspace-pills.tsx'

function LastOpened({ date }: { date: string | null }) {
  if (date === null) return 'Not opened yet'
  return (
    <>
      Opened <Timestamp date={date} isRelative hasTooltip={false} />
    </>
  )
}

const shownOnHover =
  'opacity-0 transition-opacity group-has-[a:focus-visible]:opacity-100 group-hover:opacity-100'

/** One workspace in the grid. */
function WorkspaceCard({ workspace, userId, attentionCount, onRefused }: WorkspaceItemProps) {
  const { role, description, instanceUrl, instanceEnvType, quarantinedAt, isHidden, isDefault } = workspace
  const owner = role === 'OWNER' ? undefined : ownerName(workspace)
  const type = envTypeLabels[instanceEnvType]
  return (
    <Card
      padding="none"
      isInteractive={!quarantinedAt}
      className={`group relative isolate h-full hover:z-1 has-[a:focus-visible]:z-1 ${isHidden ? 'border-dashed' : ''}`}
    >
      <div className="flex h-full flex-col px-3.5 py-2.5 text-content-subtle text-xs">
        {/* Floats, because the pill moves to the line of the description if the name needs the first line for itself. */}
        <div className="flow-root">
          <span title={type} className="float-left mr-1.5 flex h-6 items-center">
            <Icon
              name={envTypeIcons[instanceEnvType]}
              size="sm"
              label={type}
              className="text-content-subtle"
            />
          </span>
          <h2 className="float-left mr-1.5 h-6 max-w-[calc(100%-5rem)] text-base leading-6">
            <WorkspaceLink workspace={workspace} onRefused={onRefused} />
          </h2>
          <div className="relative z-10 float-right -my-0.5 -mr-2 flex h-7 w-14">
            <FavouriteStar workspace={workspace} />
            <WorkspaceMenu workspace={workspace} userId={userId} />
          </div>
          {isDefault && (
            <Pill tone="accent" className="float-left mt-0.5 mr-1.5">
              DEFAULT
            </Pill>
          )}
          <p dir="auto" className="clear-right truncate text-content-muted text-left text-sm leading-6">
            {description || hostOf(instanceUrl)}
          </p>
        </div>
        <div className="mt-auto flex items-center gap-2">
          <p className="min-w-0 flex-1 truncate">
            <span>{roleOnCard(role)}</span>
            {owner && (
              <>
                {' · '}
                <span dir="auto" title={`Owner: ${owner}`}>
                  {owner}
                </span>
              </>
            )}
          </p>
          <AttentionLink workspace={workspace} attentionCount={attentionCount} />
        </div>
        <div className="mt-0.5 flex h-5 min-w-0 items-center gap-1.5">
          <WorkspaceStates workspace={workspace} />
          <span className="truncate">
            <span>{memberCountText(workspace.memberCount)}</span>
            {!quarantinedAt && (
              <>
                {' · '}
                <span>
                  <LastOpened date={workspace.lastOpenedAt} />
                </span>
              </>
            )}
          </span>
        </div>
        {/* Extends the card into the space below it, so that it hides nothing on the card. */}
        <span
          className={`pointer-events-none absolute -inset-x-px top-full -mt-2.5 rounded-b-lg border border-t-0 bg-surface-raised px-3.5 pb-2 ${shownOnHover} ${quarantinedAt ? 'border-line' : 'border-line-strong'}`}
        >
          <span className={`line-clamp-2 break-all font-mono ${shownOnHover}`}>{instanceUrl}</span>
        </span>
      </div>
    </Card>
  )
}

export const grid = '-mb-4 grid gap-x-4 tablet:grid-cols-2 desktop:grid-cols-4'
/** A row of four tiles in the columns of the grid. */
export const gridRow = 'col-span-full grid auto-rows-[7rem] grid-cols-subgrid gap-y-4 pb-4'

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

const MemoCard = memo(WorkspaceCard)

/** Set explicitly, because a row of tiles stands between the list and its items, so they can't be `ul` and `li`. */
const listRole = { role: 'list', 'aria-label': 'Workspaces' }

/** The create tile and one card per workspace. Only cards near the viewport of a long list are rendered. */
export function WorkspaceGrid({ workspaces, userId, attention, onRefused }: WorkspaceListProps) {
  const tiles: ('new' | Workspace)[] = ['new', ...workspaces]
  const { list, rows, measureRow, beforePx, afterPx } = useWindowRows(
    tiles.length,
    tilesPerRow,
    estimatedRowPx,
  )
  return (
    <div {...listRole} ref={list} className={grid} style={{ paddingTop: beforePx, paddingBottom: afterPx }}>
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
                <MemoCard
                  workspace={tile}
                  userId={userId}
                  attentionCount={attention.get(tile.id) ?? 0}
                  onRefused={onRefused}
                />
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

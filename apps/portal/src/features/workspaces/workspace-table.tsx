import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { focusRing } from '@portal/ui/lib/focus-ring'
import { formatCount } from '@portal/ui/lib/format-count'
import { type SortValue, sortRows } from '@portal/ui/lib/sort-rows'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { memo, type Ref, useMemo, useState } from 'react'
import { useWindowRows } from './use-window-rows.ts'
import {
  AttentionLink,
  FavouriteStar,
  type WorkspaceItemProps,
  WorkspaceLink,
  type WorkspaceListProps,
  WorkspaceMenu,
} from './workspace-item.tsx'
import { ownerName, roleOnCard } from './workspace-labels.ts'
import { WorkspacePills } from './workspace-pills.tsx'

interface WorkspaceRowProps extends WorkspaceItemProps {
  /** From 0. */
  index: number
  ref: Ref<HTMLTableRowElement>
}

const shownOwner = (workspace: Workspace) => (workspace.role === 'OWNER' ? '' : ownerName(workspace))

/** Without the scheme, so that the part that differs fits into a narrow column. */
const shownUrl = ({ instanceUrl }: Workspace) => instanceUrl.replace(/^https?:\/\//, '')

/** One workspace of the list view: the content of a card, in one line. */
function WorkspaceRow({ workspace, userId, attentionCount, onRefused, index, ref }: WorkspaceRowProps) {
  const { role, memberCount, lastOpenedAt } = workspace
  return (
    <tr
      ref={ref}
      data-index={index}
      // The header is row 1.
      aria-rowindex={index + 2}
      className="relative h-12 border-line border-b last:border-b-0 hover:bg-surface-hover"
    >
      <th scope="row" className="max-w-0 py-0 pr-3 pl-4 text-left font-normal">
        <div className="flex flex-wrap items-center gap-x-2">
          <div className="max-w-full">
            <WorkspaceLink workspace={workspace} onRefused={onRefused} />
          </div>
          <div className="flex items-center gap-1.5">
            <WorkspacePills workspace={workspace} />
            <AttentionLink workspace={workspace} attentionCount={attentionCount} />
          </div>
        </div>
      </th>
      <td className="truncate px-3">{roleOnCard(role)}</td>
      <td dir="auto" className="max-w-0 truncate px-3 max-desktop:hidden text-left">
        {shownOwner(workspace)}
      </td>
      <td className="px-3 text-right tabular-nums">{formatCount(memberCount)}</td>
      <td className="truncate pr-3 pl-8 text-content-muted">
        {lastOpenedAt ? <Timestamp date={lastOpenedAt} isRelative hasTooltip={false} /> : 'Not yet'}
      </td>
      <td
        title={workspace.instanceUrl}
        className="max-w-0 truncate px-3 font-mono text-content-muted text-xs max-desktop:hidden"
      >
        {shownUrl(workspace)}
      </td>
      <td className="pr-2 pl-1">
        <div className="relative z-10 flex justify-end">
          <FavouriteStar workspace={workspace} />
          <WorkspaceMenu workspace={workspace} userId={userId} />
        </div>
      </td>
    </tr>
  )
}

const estimatedRowPx = 48

type Direction = 'ascending' | 'descending'

interface Column {
  name: string
  look: string
  /** The order after the first press. Numbers and dates start with the greatest. */
  first?: Direction
  isRight?: boolean
  sortValue: (workspace: Workspace) => SortValue
}

const columns: readonly Column[] = [
  { name: 'Name', look: 'pr-3 pl-4 text-left', sortValue: ({ displayName }) => displayName },
  { name: 'Role', look: 'w-26 px-3 text-left', sortValue: ({ role }) => roleOnCard(role) },
  { name: 'Owner', look: 'w-36 px-3 text-left max-desktop:hidden', sortValue: shownOwner },
  {
    name: 'Members',
    look: 'w-24 px-3 text-right',
    isRight: true,
    first: 'descending',
    sortValue: ({ memberCount }) => memberCount,
  },
  {
    name: 'Last opened',
    look: 'w-38 pr-3 pl-8 text-left desktop:w-48',
    first: 'descending',
    sortValue: ({ lastOpenedAt }) => (lastOpenedAt === null ? null : new Date(lastOpenedAt)),
  },
  { name: 'URL', look: 'w-44 px-3 text-left max-desktop:hidden wide:w-60', sortValue: shownUrl },
]

interface Sort {
  column: Column
  direction: Direction
}

/** Returns the sort after a press on a header: the column's first direction, the other one, and then the order of the list again. */
function nextSort(column: Column, sort: Sort | undefined): Sort | undefined {
  const { first = 'ascending' } = column
  if (sort?.column !== column) return { column, direction: first }
  if (sort.direction !== first) return undefined
  return { column, direction: first === 'ascending' ? 'descending' : 'ascending' }
}

interface SortHeaderProps {
  column: Column
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

function SortHeader({ column, sort, onSort }: SortHeaderProps) {
  const direction = sort?.column === column ? sort.direction : undefined
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={`font-medium ${column.look}`}>
      <button
        type="button"
        onClick={() => onSort(nextSort(column, sort))}
        className={`${focusRing} group/sort -mx-1 inline-flex h-6 cursor-pointer items-center gap-1 rounded-sm px-1 hover:text-content ${column.isRight ? 'flex-row-reverse' : ''}`}
      >
        {column.name}
        <Icon
          name={direction === 'descending' ? 'arrow--down' : 'arrow'}
          size="xs"
          className={
            direction ? '' : 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60'
          }
        />
      </button>
    </th>
  )
}

const Row = memo(WorkspaceRow)

/** Takes the space of the rows that are not rendered. */
function Gap({ heightPx }: { heightPx: number }) {
  if (heightPx === 0) return null
  return (
    <tbody aria-hidden="true">
      <tr style={{ height: heightPx }} />
    </tbody>
  )
}

/** The list view: one line per workspace. Only rows near the viewport of a long list are rendered. */
export function WorkspaceTable({ workspaces, userId, attention, onRefused }: WorkspaceListProps) {
  const [sort, setSort] = useState<Sort>()
  // Scrolling renders too, and sorting thousands of rows takes longer than a frame.
  const sorted = useMemo(
    () => (sort ? sortRows(workspaces, sort.column.sortValue, sort.direction) : workspaces),
    [workspaces, sort],
  )
  const { list, rows, measureRow, beforePx, afterPx } = useWindowRows(workspaces.length, 1, estimatedRowPx)
  return (
    <div ref={list} className="relative overflow-x-auto rounded-lg border border-line bg-surface-raised">
      <table
        aria-label="Workspaces"
        aria-rowcount={workspaces.length + 1}
        className="w-full min-w-xl table-fixed border-collapse text-sm"
      >
        <thead className="border-line border-b bg-surface-sunken">
          <tr aria-rowindex={1} className="h-9 text-content-muted text-xs">
            {columns.map((column) => (
              <SortHeader key={column.name} column={column} sort={sort} onSort={setSort} />
            ))}
            <th scope="col" className="w-18">
              <span className="sr-only">Favourite and settings</span>
            </th>
          </tr>
        </thead>
        <Gap heightPx={beforePx} />
        <tbody>
          {rows.map(({ index }) => {
            const workspace = sorted[index]
            return (
              workspace && (
                <Row
                  key={workspace.id}
                  ref={measureRow}
                  index={index}
                  workspace={workspace}
                  userId={userId}
                  attentionCount={attention.get(workspace.id) ?? 0}
                  onRefused={onRefused}
                />
              )
            )
          })}
        </tbody>
        <Gap heightPx={afterPx} />
      </table>
    </div>
  )
}

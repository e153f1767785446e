import { formatCount } from '@portal/ui/lib/format-count'
import { Timestamp } from '@portal/ui/text/timestamp'
import { memo, type Ref } from 'react'
import { useWindowRows } from './use-window-rows.ts'
import {
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

/** One workspace of the list view: the content of a card, in one line. */
function WorkspaceRow({ workspace, userId, onRefused, index, ref }: WorkspaceRowProps) {
  const { role, memberCount, lastOpenedAt, instanceUrl } = workspace
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
          <div className="flex gap-1.5">
            <WorkspacePills workspace={workspace} />
          </div>
        </div>
      </th>
      <td className="truncate px-3">{roleOnCard(role)}</td>
      <td dir="auto" className="max-w-0 truncate px-3 max-desktop:hidden text-left">
        {role === 'OWNER' ? '' : ownerName(workspace)}
      </td>
      <td className="px-3 text-right tabular-nums">{formatCount(memberCount)}</td>
      <td className="truncate pr-3 pl-8 text-content-muted">
        {lastOpenedAt ? <Timestamp date={lastOpenedAt} isRelative hasTooltip={false} /> : 'Not yet'}
      </td>
      <td
        title={instanceUrl}
        className="max-w-0 truncate px-3 font-mono text-content-muted text-xs max-desktop:hidden"
      >
        {/* Without the scheme, so that the part that differs fits into a narrow column. */}
        {instanceUrl.replace(/^https?:\/\//, '')}
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

const columns = [
  { name: 'Name', look: 'pr-3 pl-4 text-left' },
  { name: 'Role', look: 'w-26 px-3 text-left' },
  { name: 'Owner', look: 'w-36 px-3 text-left max-desktop:hidden' },
  { name: 'Members', look: 'w-20 px-3 text-right' },
  { name: 'Last opened', look: 'w-38 pr-3 pl-8 text-left desktop:w-48' },
  { name: 'URL', look: 'w-44 px-3 text-left max-desktop:hidden wide:w-60' },
]

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
export function WorkspaceTable({ workspaces, userId, onRefused }: WorkspaceListProps) {
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
            {columns.map(({ name, look }) => (
              <th key={name} scope="col" className={`font-medium ${look}`}>
                {name}
              </th>
            ))}
            <th scope="col" className="w-18">
              <span className="sr-only">Favourite and settings</span>
            </th>
          </tr>
        </thead>
        <Gap heightPx={beforePx} />
        <tbody>
          {rows.map(({ index }) => {
            const workspace = workspaces[index]
            return (
              workspace && (
                <Row
                  key={workspace.id}
                  ref={measureRow}
                  index={index}
                  workspace={workspace}
                  userId={userId}
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

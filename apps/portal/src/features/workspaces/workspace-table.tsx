import { memo, useRef } from 'react'
import { useVisibleRows } from './use-visible-rows.ts'
import type { WorkspaceListProps } from './workspace-list-props.ts'
import { WorkspaceRow } from './workspace-row.tsx'

const rowHeightRem = 3

const columns = [
  { name: 'Name', look: 'pl-4 text-left' },
  { name: 'Role', look: 'w-28 text-left' },
  { name: 'Owner', look: 'w-36 text-left max-desktop:hidden' },
  { name: 'Members', look: 'w-24 text-right' },
  { name: 'Last opened', look: 'w-42 text-left' },
  { name: 'URL', look: 'w-48 text-left max-desktop:hidden wide:w-60' },
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

/** The list view: one line per workspace. Only rows near the viewport are rendered. */
export function WorkspaceTable({ workspaces, userId, onRefused }: WorkspaceListProps) {
  const table = useRef<HTMLTableElement>(null)
  const rows = useVisibleRows({ list: table, count: workspaces.length, heightRem: rowHeightRem })
  return (
    <div className="relative overflow-x-auto rounded-lg border border-line bg-surface-raised">
      <table
        ref={table}
        aria-label="Workspaces"
        aria-rowcount={workspaces.length + 1}
        className="w-full min-w-2xl table-fixed border-collapse text-sm"
      >
        <thead className="border-line border-b bg-surface-sunken">
          <tr aria-rowindex={1} className="h-9 text-content-muted text-xs">
            {columns.map(({ name, look }) => (
              <th key={name} scope="col" className={`px-3 font-medium ${look}`}>
                {name}
              </th>
            ))}
            <th scope="col" className="w-24">
              <span className="sr-only">Favourite and settings</span>
            </th>
          </tr>
        </thead>
        <Gap heightPx={rows.beforePx} />
        <tbody>
          {workspaces.slice(rows.start, rows.end).map((workspace, index) => (
            <Row
              key={workspace.id}
              workspace={workspace}
              userId={userId}
              onRefused={onRefused}
              rowIndex={rows.start + index + 2}
            />
          ))}
        </tbody>
        <Gap heightPx={rows.afterPx} />
      </table>
    </div>
  )
}

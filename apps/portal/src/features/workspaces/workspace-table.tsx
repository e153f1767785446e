import { memo } from 'react'
import { useWindowRows } from './use-window-rows.ts'
import type { WorkspaceListProps } from './workspace-list-props.ts'
import { WorkspaceRow } from './workspace-row.tsx'

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

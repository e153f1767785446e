import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { formatCount } from '@portal/ui/lib/format-count'
import { Timestamp } from '@portal/ui/text/timestamp'
import type { Ref } from 'react'
import { FavouriteStar } from './favourite-star.tsx'
import { WorkspaceLink } from './workspace-link.tsx'
import { WorkspaceMenu } from './workspace-menu.tsx'
import { ownerName, roleOnCard } from './workspace-people.ts'
import { WorkspacePills } from './workspace-pills.tsx'

export interface WorkspaceRowProps {
  workspace: Workspace
  userId: string
  onRefused?: () => void
  /** From 0. */
  index: number
  ref: Ref<HTMLTableRowElement>
}

/** One workspace of the list view: the content of a card, in one line. */
export function WorkspaceRow({ workspace, userId, onRefused, index, ref }: WorkspaceRowProps) {
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

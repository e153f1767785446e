import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Card } from '@portal/ui/layout/card'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useId } from 'react'
import { type WorkspaceItemProps, WorkspaceLink } from './workspace-item.tsx'
import { envTypeIcons } from './workspace-labels.ts'
import { sortByLastOpened } from './workspace-order.ts'

const recentShown = 4
/** A list of this size is in view as a whole, so it needs no shortcut. */
const shortList = 12

interface RecentlyOpenedProps extends Pick<WorkspaceItemProps, 'onRefused'> {
  workspaces: readonly Workspace[]
}

/** The workspaces that the user opened last, above a long list. See docs/product/workspaces.md#list. */
export function RecentlyOpened({ workspaces, onRefused }: RecentlyOpenedProps) {
  const titleId = useId()
  if (workspaces.length <= shortList) return null
  const opened = workspaces.filter(({ lastOpenedAt, quarantinedAt }) => lastOpenedAt && !quarantinedAt)
  if (opened.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <h2 id={titleId} className="font-medium text-content-muted text-sm">
        Recently opened
      </h2>
      <ul className="grid gap-x-4 gap-y-2 tablet:grid-cols-2 desktop:grid-cols-4">
        {sortByLastOpened(opened)
          .slice(0, recentShown)
          .map((workspace) => (
            <li key={workspace.id} className="min-w-0">
              <Card padding="none" isInteractive className="relative">
                <div className="flex items-center gap-2.5 px-3.5 py-2">
                  <Icon
                    name={envTypeIcons[workspace.instanceEnvType]}
                    size="sm"
                    className="text-content-subtle"
                  />
                  <div className="min-w-0">
                    <WorkspaceLink workspace={workspace} onRefused={onRefused} />
                    <p className="text-content-subtle text-xs">
                      <Timestamp date={workspace.lastOpenedAt ?? ''} isRelative hasTooltip={false} />
                    </p>
                  </div>
                </div>
              </Card>
            </li>
          ))}
      </ul>
    </section>
  )
}

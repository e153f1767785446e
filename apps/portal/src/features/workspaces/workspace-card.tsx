import type { Workspace } from '@portal/contract/workspaces'
import { Card } from '@portal/ui/layout/card'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { FavouriteStar } from './favourite-star.tsx'
import { WorkspaceLink } from './workspace-link.tsx'
import { WorkspaceMenu } from './workspace-menu.tsx'
import { memberCountText, ownerName, roleOnCard } from './workspace-people.ts'
import { WorkspacePills } from './workspace-pills.tsx'

export interface WorkspaceCardProps {
  workspace: Workspace
  userId: string
  /** Set while the email is unverified: called instead of opening the workspace. */
  onRefused?: () => void
}

/** One workspace in the grid. */
export function WorkspaceCard({ workspace, userId, onRefused }: WorkspaceCardProps) {
  const { role, instanceUrl, quarantinedAt, isHidden, isDefault, memberCount, lastOpenedAt } = workspace
  const owner = role === 'OWNER' ? undefined : ownerName(workspace)
  const hasPills = isDefault || quarantinedAt !== null || isHidden
  return (
    <Card
      padding="sm"
      isInteractive={!quarantinedAt}
      className={`group relative h-full ${isHidden ? 'border-dashed' : ''}`}
      footer={
        <div className="grid min-w-0 grow text-content-muted text-xs *:col-start-1 *:row-start-1">
          <span className="flex min-w-0 items-center gap-3 transition-opacity group-focus-within:opacity-0 group-hover:opacity-0">
            <span className="flex shrink-0 items-center gap-1">
              <Icon name="users" size="xs" />
              {memberCountText(memberCount)}
            </span>
            <span className="truncate">
              {lastOpenedAt ? (
                <>
                  Opened <Timestamp date={lastOpenedAt} isRelative hasTooltip={false} />
                </>
              ) : (
                'Not opened yet'
              )}
            </span>
          </span>
          <span
            title={instanceUrl}
            className="truncate font-mono opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100"
          >
            {instanceUrl}
          </span>
        </div>
      }
    >
      <div className="flex items-start gap-1">
        <h2 className="min-w-0 grow text-base leading-6">
          <WorkspaceLink workspace={workspace} onRefused={onRefused} lines={hasPills ? 'one' : 'two'} />
        </h2>
        <div className="relative z-10 -mt-0.5 -mr-1.5 flex shrink-0">
          <FavouriteStar workspace={workspace} />
          <WorkspaceMenu workspace={workspace} userId={userId} />
        </div>
      </div>
      {hasPills && (
        <div className="mt-1.5 flex gap-1.5 overflow-hidden">
          <WorkspacePills workspace={workspace} />
        </div>
      )}
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-sm">
        <dt className="text-content-subtle">Role</dt>
        <dd className="truncate">{roleOnCard(role)}</dd>
        {owner && (
          <>
            <dt className="text-content-subtle">Owner</dt>
            <dd className="truncate">{owner}</dd>
          </>
        )}
      </dl>
    </Card>
  )
}

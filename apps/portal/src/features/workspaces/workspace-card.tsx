import type { Workspace } from '@portal/contract/workspaces'
import { Pill } from '@portal/ui/data/pill'
import { Card } from '@portal/ui/layout/card'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { FavouriteStar } from './favourite-star.tsx'
import { WorkspaceLink } from './workspace-link.tsx'
import { WorkspaceMenu } from './workspace-menu.tsx'
import { memberCountText, ownerName, roleOnCard } from './workspace-people.ts'
import { WorkspaceStates } from './workspace-states.tsx'
import { envTypeIcons, envTypeLabels, hostOf } from './workspace-type.ts'

export interface WorkspaceCardProps {
  workspace: Workspace
  userId: string
  /** Set while the email is unverified: called instead of opening the workspace. */
  onRefused?: () => void
}

function LastOpened({ date }: { date: string | null }) {
  if (date === null) return 'Not opened yet'
  return (
    <>
      Opened <Timestamp date={date} isRelative hasTooltip={false} />
    </>
  )
}

/** One workspace in the grid. */
export function WorkspaceCard({ workspace, userId, onRefused }: WorkspaceCardProps) {
  const { role, description, instanceUrl, instanceEnvType, quarantinedAt, isHidden, isDefault } = workspace
  const owner = role === 'OWNER' ? undefined : ownerName(workspace)
  const type = envTypeLabels[instanceEnvType]
  return (
    <Card
      padding="none"
      isInteractive={!quarantinedAt}
      className={`group relative h-full ${isHidden ? 'border-dashed' : ''}`}
    >
      <div className="flex h-full flex-col px-3.5 py-2.5 text-content-subtle text-xs">
        <div className="flex items-center gap-1.5 text-base">
          <span title={type} className="flex shrink-0">
            <Icon
              name={envTypeIcons[instanceEnvType]}
              size="sm"
              label={type}
              className="text-content-subtle"
            />
          </span>
          <h2 className="min-w-0 leading-6">
            <WorkspaceLink workspace={workspace} onRefused={onRefused} />
          </h2>
          {isDefault && (
            <Pill tone="accent" className="shrink-0">
              DEFAULT
            </Pill>
          )}
          <div className="relative z-10 -mr-2 ml-auto flex shrink-0">
            <FavouriteStar workspace={workspace} />
            <WorkspaceMenu workspace={workspace} userId={userId} />
          </div>
        </div>
        <p dir="auto" className="truncate text-content-muted text-left text-sm">
          {description || hostOf(instanceUrl)}
        </p>
        <p className="mt-auto truncate">
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
        <div className="mt-0.5 grid h-5 items-center *:col-start-1 *:row-start-1">
          <div className="flex min-w-0 items-center gap-1.5 transition-opacity group-focus-within:opacity-0 group-hover:opacity-0">
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
          <span
            title={instanceUrl}
            className="truncate font-mono opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100"
          >
            {instanceUrl}
          </span>
        </div>
      </div>
    </Card>
  )
}

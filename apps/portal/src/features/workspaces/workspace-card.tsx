import type { Workspace } from '@portal/contract/workspaces/workspaces'
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
          <div className="flex min-w-0 items-center gap-1.5 transition-opacity group-has-[a:focus-visible]:opacity-0 group-hover:opacity-0">
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
            className="truncate font-mono opacity-0 transition-opacity group-has-[a:focus-visible]:opacity-100 group-hover:opacity-100"
          >
            {instanceUrl}
          </span>
        </div>
      </div>
    </Card>
  )
}

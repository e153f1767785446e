import type { Workspace } from '@portal/contract/workspaces'
import { Card } from '@portal/ui/card'
import { DropdownMenu } from '@portal/ui/dropdown-menu'
import { DropdownMenuItem } from '@portal/ui/dropdown-menu-item'
import { IconButton } from '@portal/ui/icon-button'
import { focusRing } from '@portal/ui/lib/focus-ring'
import { Pill } from '@portal/ui/pill'
import type { MouseEvent } from 'react'
import { analytics } from '../../lib/analytics.ts'
import { workspaceGoUrl } from '../../lib/api-address.ts'
import { ownerName, roleOnCard } from './workspace-people.ts'
import { envTypeLabels } from './workspace-type.ts'

export interface WorkspaceCardProps {
  workspace: Workspace
  isDefault: boolean
  /** Set while the e-mail is unverified: called in the place of opening the workspace. */
  onRefused?: () => void
}

// The link lies over the whole card; the menu lies over the link.
const nameLink = `${focusRing} rounded-sm font-semibold text-content no-underline after:absolute after:inset-0 after:rounded-lg`

/** One workspace in the list (SPEC section 2, "Workspaces page"). */
export function WorkspaceCard({ workspace, isDefault, onRefused }: WorkspaceCardProps) {
  const { id, displayName, role, instanceUrl, instanceEnvType, quarantinedAt } = workspace
  const owner = role === 'OWNER' ? undefined : ownerName(workspace)

  function open(event: MouseEvent) {
    analytics.track('workspace_launcher_widget_click')
    if (!onRefused) return
    event.preventDefault()
    onRefused()
  }

  return (
    <Card
      padding="sm"
      isInteractive={!quarantinedAt}
      className="group relative min-h-40"
      footer={
        <div className="grid min-w-0 grow text-content-muted text-xs *:col-start-1 *:row-start-1">
          <span className="truncate transition-opacity group-focus-within:opacity-0 group-hover:opacity-0">
            {envTypeLabels[instanceEnvType]}
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
      <div className="flex items-start gap-2">
        <h2 className="min-w-0 grow text-base leading-6">
          {quarantinedAt ? (
            <span className="line-clamp-2 font-semibold text-content-muted wrap-anywhere">{displayName}</span>
          ) : (
            <a href={workspaceGoUrl(id)} onClick={open} className={nameLink}>
              <span className="line-clamp-2 wrap-anywhere">{displayName}</span>
            </a>
          )}
        </h2>
        <div className="relative z-10 -mt-0.5 -mr-1.5">
          <DropdownMenu
            label={`Settings of ${displayName}`}
            placement="bottom end"
            trigger={<IconButton icon="settings" label={`Settings of ${displayName}`} size="sm" />}
          >
            <DropdownMenuItem icon="settings" href={`/workspace/${id}`}>
              Settings
            </DropdownMenuItem>
            <DropdownMenuItem icon="key" href={`/workspace/${id}/tokens`}>
              API Tokens
            </DropdownMenuItem>
          </DropdownMenu>
        </div>
      </div>
      {(isDefault || quarantinedAt) && (
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          {isDefault && <Pill tone="accent">DEFAULT</Pill>}
          {quarantinedAt && <Pill tone="danger">Quarantined</Pill>}
        </div>
      )}
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-sm">
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

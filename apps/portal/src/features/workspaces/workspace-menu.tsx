import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { DropdownMenu } from '@portal/ui/menus/dropdown-menu'
import { DropdownMenuItem } from '@portal/ui/menus/dropdown-menu-item'
import { DropdownMenuSection } from '@portal/ui/menus/dropdown-menu-section'
import { use } from 'react'
import { ReportFailureContext, useSetDefault, useSetHidden } from './own-settings.ts'
import { maySetDefault } from './workspace-permissions.ts'

export interface WorkspaceMenuProps {
  workspace: Workspace
  userId: string
}

/** The settings menu of a workspace in the list. */
export function WorkspaceMenu({ workspace, userId }: WorkspaceMenuProps) {
  const { id, displayName, isDefault, isHidden } = workspace
  const report = use(ReportFailureContext)
  const setDefault = useSetDefault(workspace, report)
  const setHidden = useSetHidden(workspace, report)
  const params = { workspaceId: id }
  const label = `Settings of ${displayName}`
  return (
    <DropdownMenu
      label={label}
      placement="bottom end"
      trigger={<IconButton icon="settings" label={label} size="sm" />}
    >
      <DropdownMenuSection label="Pages">
        <DropdownMenuItem icon="settings" href={`/workspace/${id}`}>
          Settings
        </DropdownMenuItem>
        <DropdownMenuItem icon="key" href={`/workspace/${id}/tokens`}>
          API Tokens
        </DropdownMenuItem>
      </DropdownMenuSection>
      <DropdownMenuSection label="Preferences" hasLine>
        {maySetDefault(workspace, userId) && !isDefault && (
          <DropdownMenuItem icon="home" onAction={() => setDefault.mutate({ params })}>
            Set default
          </DropdownMenuItem>
        )}
        <DropdownMenuItem
          icon={isHidden ? 'eye' : 'eye-off'}
          onAction={() => setHidden.mutate({ params, body: { isHidden: !isHidden } })}
        >
          {isHidden ? 'Show' : 'Hide'}
        </DropdownMenuItem>
      </DropdownMenuSection>
    </DropdownMenu>
  )
}

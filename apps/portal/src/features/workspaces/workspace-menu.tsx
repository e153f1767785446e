import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { DropdownMenu } from '@portal/ui/menus/dropdown-menu'
import { DropdownMenuItem } from '@portal/ui/menus/dropdown-menu-item'
import { DropdownMenuSection } from '@portal/ui/menus/dropdown-menu-section'
import { use } from 'react'
import { RunMarkContext } from './mark-attempt.ts'
import { useWorkspaceMarks } from './use-workspace-marks.ts'
import { maySetDefault } from './workspace-permissions.ts'

export interface WorkspaceMenuProps {
  workspace: Workspace
  userId: string
}

/** The settings menu of a workspace in the list. */
export function WorkspaceMenu({ workspace, userId }: WorkspaceMenuProps) {
  const { id, displayName, isDefault, isHidden } = workspace
  const { setDefault, setHidden } = useWorkspaceMarks()
  const runMark = use(RunMarkContext)
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
          <DropdownMenuItem icon="home" onAction={() => void runMark(() => setDefault(workspace))}>
            Set default
          </DropdownMenuItem>
        )}
        <DropdownMenuItem
          icon={isHidden ? 'eye' : 'eye-off'}
          onAction={() => void runMark(() => setHidden(workspace, !isHidden))}
        >
          {isHidden ? 'Show' : 'Hide'}
        </DropdownMenuItem>
      </DropdownMenuSection>
    </DropdownMenu>
  )
}

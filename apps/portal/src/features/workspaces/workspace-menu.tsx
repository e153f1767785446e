import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { DropdownMenu } from '@portal/ui/menus/dropdown-menu'
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
  return (
    <DropdownMenu
      trigger={<IconButton icon="settings" label={`Settings of ${displayName}`} size="sm" />}
      items={[
        { label: 'Settings', icon: 'settings', href: `/workspace/${id}` },
        { label: 'API Tokens', icon: 'key', href: `/workspace/${id}/tokens` },
        {
          section: 'Preferences',
          items: [
            maySetDefault(workspace, userId) &&
              !isDefault && {
                label: 'Set default',
                icon: 'home',
                onAction: () => setDefault.mutate({ params }),
              },
            {
              label: isHidden ? 'Show' : 'Hide',
              icon: isHidden ? 'eye' : 'eye-off',
              onAction: () => setHidden.mutate({ params, body: { isHidden: !isHidden } }),
            },
          ],
        },
      ]}
    />
  )
}

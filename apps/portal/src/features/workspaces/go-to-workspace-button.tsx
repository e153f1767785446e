import type { Workspace } from '@portal/contract/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { analytics } from '../../lib/analytics.ts'
import { workspaceGoUrl } from '../../lib/api-address.ts'
import { browserNavigation } from '../../lib/browser-navigation.ts'

/** Opens the workspace in its instance. */
export function GoToWorkspaceButton({ workspace }: { workspace: Workspace }) {
  function open() {
    analytics.track('workspace_launcher_widget_click')
    browserNavigation.go(workspaceGoUrl(workspace.id))
  }
  return (
    <Button
      tone="accent"
      iconRight="arrow--right"
      onPress={open}
      isDisabled={workspace.quarantinedAt !== null}
      disabledReason="This workspace is quarantined"
    >
      Go to workspace
    </Button>
  )
}

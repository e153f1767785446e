import type { Workspace } from '@portal/contract/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { analytics } from '../../lib/analytics/analytics.ts'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { workspaceGoUrl } from '../../lib/request/api-address.ts'

/** Opens the workspace in its instance. The button is secondary, because each section has its own primary button. */
export function GoToWorkspaceButton({ workspace }: { workspace: Workspace }) {
  function open() {
    analytics.track('workspace_launcher_widget_click')
    browserNavigation.go(workspaceGoUrl(workspace.id))
  }
  return (
    <Button
      iconRight="arrow--right"
      onPress={open}
      isDisabled={workspace.quarantinedAt !== null}
      disabledReason="This workspace is quarantined"
    >
      Go to workspace
    </Button>
  )
}

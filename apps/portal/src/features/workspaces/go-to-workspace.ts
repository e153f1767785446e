import { analytics } from '../../lib/analytics/analytics.ts'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { workspaceGoUrl } from '../../lib/request/api-address.ts'

/** Opens a workspace in its instance, and tracks that the user did. */
export function goToWorkspace(workspaceId: string): void {
  analytics.track('workspace_launcher_widget_click')
  browserNavigation.go(workspaceGoUrl(workspaceId))
}

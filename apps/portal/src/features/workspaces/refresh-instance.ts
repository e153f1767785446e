import { isLoopbackHost } from '@portal/contract/workspaces/instance-url'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'

/**
 * Navigates to the instance so that it reloads its members' permissions. Does nothing for an instance on this machine.
 * Returns whether the browser navigates.
 */
export function refreshInstance({ id, instanceUrl }: Pick<Workspace, 'id' | 'instanceUrl'>): boolean {
  if (isLoopbackHost(new URL(instanceUrl).hostname)) return false
  const search = new URLSearchParams({ workspaceId: id })
  browserNavigation.go(`${instanceUrl.replace(/\/+$/, '')}/refresh-auth?${search}`)
  return true
}

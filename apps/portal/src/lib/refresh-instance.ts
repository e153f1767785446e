import { isLoopbackHost } from '@portal/contract/instance-url'
import type { Workspace } from '@portal/contract/workspaces'
import { browserNavigation } from './guard/browser-navigation.ts'

/**
 * Leaves for the instance, so that it learns what people may do there now (SPEC section 4, "Workspaces"). An instance on
 * this machine is left alone. Returns whether the browser leaves.
 */
export function refreshInstance({ id, instanceUrl }: Pick<Workspace, 'id' | 'instanceUrl'>): boolean {
  if (isLoopbackHost(new URL(instanceUrl).hostname)) return false
  const search = new URLSearchParams({ workspaceId: id })
  browserNavigation.go(`${instanceUrl.replace(/\/+$/, '')}/refresh-auth?${search}`)
  return true
}

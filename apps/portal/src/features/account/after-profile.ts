import type { User } from '@portal/contract/account'
import type { QueryClient } from '@tanstack/react-query'
import { workspaceGoUrl } from '../../lib/api-address.ts'
import { defaultWorkspace } from '../../lib/default-workspace.ts'
import { takeLoginRedirect } from '../../lib/login-redirect.ts'
import { workspacesQuery } from '../../lib/workspaces-query.ts'

export type AfterProfile = { kind: 'browser'; url: string } | { kind: 'path'; path: string }

// Paths of users who asked for no page in particular.
const withoutAim = new Set(['/', '/workspaces', '/default_workspace', '/dashboard', '/tutorial'])

/**
 * Returns where to go after the first profile save: to the default workspace, if the email is verified and there is one;
 * otherwise to the page that the user had asked for before, such as an invitation; otherwise to the workspaces.
 */
export async function placeAfterProfile(user: User, queryClient: QueryClient): Promise<AfterProfile> {
  const aim = takeLoginRedirect()
  if (user.emailVerified) {
    const workspaces = await queryClient.fetchQuery(workspacesQuery).catch(() => [])
    const target = defaultWorkspace(workspaces, user.id)
    if (target) return { kind: 'browser', url: workspaceGoUrl(target.id) }
  }
  return { kind: 'path', path: aim && !withoutAim.has(aim) ? aim : '/workspaces' }
}

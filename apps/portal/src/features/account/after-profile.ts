import type { User } from '@portal/contract/account'
import type { QueryClient } from '@tanstack/react-query'
import { workspaceGoUrl } from '../../lib/api-address.ts'
import { defaultWorkspace } from '../../lib/default-workspace.ts'
import { takeLoginRedirect } from '../../lib/login-redirect.ts'
import { workspacesQuery } from '../../lib/workspaces-query.ts'

export type AfterProfile = { kind: 'browser'; url: string } | { kind: 'path'; path: string }

// Where everybody comes from who signs in without a particular aim.
const withoutAim = new Set(['/', '/workspaces', '/default_workspace', '/dashboard', '/tutorial'])

/**
 * Where a first profile leads (SPEC section 4, "Profile save"): to the page that the person was on the way to when the
 * guard sent them here; otherwise to the default workspace, if the e-mail is verified and there is one; otherwise to the
 * workspaces.
 */
export async function placeAfterProfile(user: User, queryClient: QueryClient): Promise<AfterProfile> {
  const aim = takeLoginRedirect()
  if (aim && !withoutAim.has(aim)) return { kind: 'path', path: aim }
  if (user.emailVerified) {
    const workspaces = await queryClient.fetchQuery(workspacesQuery).catch(() => [])
    const target = defaultWorkspace(workspaces, user.id)
    if (target) return { kind: 'browser', url: workspaceGoUrl(target.id) }
  }
  return { kind: 'path', path: '/workspaces' }
}

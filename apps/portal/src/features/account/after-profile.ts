import type { User } from '@portal/contract/account'
import type { QueryClient } from '@tanstack/react-query'
import { workspaceGoUrl } from '../../lib/api-address.ts'
import { defaultWorkspace } from '../../lib/default-workspace.ts'
import { takeLoginRedirect } from '../../lib/login-redirect.ts'
import { workspacesQuery } from '../../lib/workspaces-query.ts'

/** `stay`: this page, which then shows the inbox screen. */
export type AfterProfile =
  | { kind: 'browser'; url: string }
  | { kind: 'path'; path: string }
  | { kind: 'stay' }

/** Pages that everyone passes who signs in without a particular destination. */
const entryPages = new Set(['/', '/workspaces', '/default_workspace', '/dashboard', '/tutorial'])

/**
 * Where a first profile leads: to the page that the user was going to when the guard sent them here; otherwise to the
 * default workspace, or to the workspaces when there is none. An unverified email comes first, and the path stays stored.
 * `storedPath` is what was stored earlier, in case another tab has used it up.
 */
export async function placeAfterProfile(
  user: User,
  queryClient: QueryClient,
  storedPath?: string,
): Promise<AfterProfile> {
  if (!user.emailVerified) return { kind: 'stay' }
  const path = takeLoginRedirect() ?? storedPath
  if (path && !entryPages.has(path)) return { kind: 'path', path }
  const workspaces = await queryClient.fetchQuery(workspacesQuery).catch(() => [])
  const target = defaultWorkspace(workspaces, user.id)
  return target ? { kind: 'browser', url: workspaceGoUrl(target.id) } : { kind: 'path', path: '/workspaces' }
}

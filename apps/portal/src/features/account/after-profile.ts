import type { User } from '@portal/contract/account'
import type { QueryClient } from '@tanstack/react-query'
import { defaultWorkspace } from '../../lib/default-workspace.ts'
import { takeLoginRedirect } from '../../lib/guard/login-redirect.ts'
import { workspaceGoUrl } from '../../lib/request/api-address.ts'
import { workspacesQuery } from '../../lib/workspaces-query.ts'

/** `stay`: this page, which then shows the inbox screen. */
export type AfterProfile =
  | { kind: 'browser'; url: string }
  | { kind: 'path'; path: string }
  | { kind: 'stay' }

/** Pages that every user passes who signs in without a destination. */
const entryPages = new Set(['/', '/workspaces', '/default_workspace', '/dashboard', '/tutorial'])

const isDestination = (path: string | undefined): path is string =>
  path !== undefined && !entryPages.has(path)

async function findDefaultWorkspaceUrl(user: User, queryClient: QueryClient): Promise<string | undefined> {
  const workspaces = await queryClient.fetchQuery(workspacesQuery).catch(() => [])
  const target = defaultWorkspace(workspaces, user.id)
  return target && workspaceGoUrl(target.id)
}

/**
 * Returns where the first profile save leads: to the default workspace, else to the page that the user had asked for, such as
 * an invitation, else to the workspaces. With an unverified email the user stays, and the stored path is kept.
 */
export async function placeAfterProfile(user: User, queryClient: QueryClient): Promise<AfterProfile> {
  if (!user.emailVerified) return { kind: 'stay' }
  const path = takeLoginRedirect()
  const url = await findDefaultWorkspaceUrl(user, queryClient)
  if (url) return { kind: 'browser', url }
  return { kind: 'path', path: isDestination(path) ? path : '/workspaces' }
}

/**
 * Returns where a user goes once the email is verified: to the page that they had asked for, else to the default workspace,
 * else to the workspaces. `storedPath` was read earlier, in case another tab has taken it since.
 */
export async function placeAfterVerification(
  user: User,
  queryClient: QueryClient,
  storedPath?: string,
): Promise<AfterProfile> {
  const path = takeLoginRedirect() ?? storedPath
  if (isDestination(path)) return { kind: 'path', path }
  const url = await findDefaultWorkspaceUrl(user, queryClient)
  return url ? { kind: 'browser', url } : { kind: 'path', path: '/workspaces' }
}

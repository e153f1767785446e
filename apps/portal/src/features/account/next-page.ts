import type { User } from '@portal/contract/account/account'
import type { QueryClient } from '@tanstack/react-query'
import { takeLoginRedirect } from '../../lib/guard/login-redirect.ts'
import { shareRedirect } from '../../lib/guard/shared-redirect.ts'
import { workspaceGoUrl } from '../../lib/request/api-address.ts'
import { defaultWorkspace } from '../workspaces/default-workspace.ts'
import { workspacesQuery } from '../workspaces/workspace-queries.ts'

/** Where to go next. `stay` keeps the profile page, which then shows the inbox screen. */
export type NextPage = { kind: 'browser'; url: string } | { kind: 'path'; path: string } | { kind: 'stay' }

/** Pages that a sign-in without a destination passes through. */
const entryPages = new Set(['/', '/workspaces', '/default_workspace', '/dashboard', '/tutorial'])

const isDestination = (path: string | undefined): path is string =>
  path !== undefined && !entryPages.has(path)

async function findDefaultWorkspaceUrl(user: User, queryClient: QueryClient): Promise<string | undefined> {
  const workspaces = await queryClient.fetchQuery(workspacesQuery).catch(() => [])
  const target = defaultWorkspace(workspaces, user.id)
  return target && workspaceGoUrl(target.id)
}

/**
 * Returns where to go after the first profile save: the default workspace, or the page that the user requested, such as an
 * invitation, or the workspaces. With an unverified email the user stays on the page, and the stored path is kept.
 */
export async function nextPageAfterProfile(user: User, queryClient: QueryClient): Promise<NextPage> {
  if (!user.emailVerified) return { kind: 'stay' }
  const path = takeLoginRedirect()
  const url = await findDefaultWorkspaceUrl(user, queryClient)
  if (url) return { kind: 'browser', url }
  return { kind: 'path', path: isDestination(path) ? path : '/workspaces' }
}

/**
 * Returns where to go once the email is verified: the page that the user requested, or the default workspace, or the
 * workspaces. `storedPath` was read earlier, because the tab that opened the link may have taken it since. If this tab takes
 * it first, it shares it with that tab.
 */
export async function nextPageAfterVerification(
  user: User,
  queryClient: QueryClient,
  storedPath?: string,
): Promise<NextPage> {
  const takenPath = takeLoginRedirect()
  const path = takenPath ?? storedPath
  if (isDestination(path)) {
    if (takenPath !== undefined) shareRedirect(user.id, takenPath)
    return { kind: 'path', path }
  }
  const url = await findDefaultWorkspaceUrl(user, queryClient)
  return url ? { kind: 'browser', url } : { kind: 'path', path: '/workspaces' }
}

import type { User } from '@portal/contract/account/account'
import type { QueryClient } from '@tanstack/react-query'
import { type AnyRouteMatch, type ParsedLocation, redirect } from '@tanstack/react-router'
import { analytics } from '../analytics/analytics.ts'
import { isFlagOn } from '../analytics/flags.ts'
import { env } from '../env.ts'
import { browserNavigation } from './browser-navigation.ts'
import { readLoginRedirect, saveLoginRedirect } from './login-redirect.ts'
import { type GuardDecision, guard } from './route-guard.ts'
import { mayFetchAhead, sessionQuery } from './session.ts'
import type { Access } from './static-data.ts'

interface Navigation {
  queryClient: QueryClient
  matches: readonly Pick<AnyRouteMatch, 'staticData' | 'params'>[]
  location: ParsedLocation
  /** The page is only preloaded, so nothing may be stored and the browser must not navigate. */
  isPreload: boolean
  /** Aborted when another navigation replaces this one, which then has no effect. */
  signal: AbortSignal
}

/** Whether the analytics service may still open the admin page: its flags arrive shortly after the first navigation. */
function mayFlagsOpenPage(access: Access, decision: GuardDecision): boolean {
  return access === 'staff' && decision.kind === 'redirect' && decision.to === '/workspaces'
}

/** Returns the session, or undefined if the auth check failed on a page that doesn't need it. */
async function readSession(queryClient: QueryClient, access: Access): Promise<User | null | undefined> {
  try {
    return await queryClient.ensureQueryData(sessionQuery)
  } catch (error) {
    // Already logged by the request layer.
    if (access === 'public') return undefined
    throw error
  }
}

function saveRequestedPath({ savedPath, fallbackPath }: Extract<GuardDecision, { kind: 'redirect' }>) {
  const path = savedPath ?? (readLoginRedirect() === undefined ? fallbackPath : undefined)
  if (path !== undefined) saveLoginRedirect(path)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * Waits for the auth check and applies the guard's decision to a navigation. Throws a redirect, or the auth check's error
 * on pages that need the user.
 */
export async function enforceGuard(navigation: Navigation): Promise<void> {
  const { queryClient, matches, location, isPreload, signal } = navigation
  const leaf = matches.at(-1)
  const page = leaf?.staticData
  if (page?.access === undefined || page.access === 'layout') {
    // The router matches no page if it can't decode the path. `$.tsx` handles other unknown paths.
    if (!isDecodable(location.pathname))
      throw redirect({ to: '/$', params: { _splat: '404' }, replace: true })
    throw new Error(`The route of ${location.pathname} is not a page`)
  }
  if (page.access === 'unguarded') return
  // The first page's data may load before the session is known. A preload shows nothing, and the navigation still has to pass the
  // guard.
  if (isPreload && mayFetchAhead() && queryClient.getQueryData(sessionQuery.queryKey) === undefined) return
  const session = await readSession(queryClient, page.access)
  if (session === undefined) return
  const decide = () =>
    guard({
      session,
      page,
      path: location.href,
      params: leaf?.params,
      search: location.search,
      isAdminPageOn: isFlagOn('ADMIN_PAGE', session),
      staffDomain: env.staffDomain,
    })
  let decision = decide()
  if (mayFlagsOpenPage(page.access, decision) && !isPreload) {
    await analytics.flagsLoaded()
    decision = decide()
  }
  if (signal.aborted) return
  if (decision.kind === 'browser' && !isPreload) {
    // Tracked here, because the browser may leave before the page renders.
    analytics.pageView(page.name)
    browserNavigation.replace(decision.url)
  }
  if (decision.kind !== 'redirect') return
  if (!isPreload) saveRequestedPath(decision)
  throw redirect({ to: decision.to, replace: true })
}

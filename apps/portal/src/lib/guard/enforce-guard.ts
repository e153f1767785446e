import type { User } from '@portal/contract/account'
import type { QueryClient } from '@tanstack/react-query'
import { type AnyRouteMatch, type ParsedLocation, redirect } from '@tanstack/react-router'
import { analytics } from '../analytics/analytics.ts'
import { isFlagOn } from '../analytics/flags.ts'
import { env } from '../env.ts'
import { browserNavigation } from './browser-navigation.ts'
import { saveLoginRedirect } from './login-redirect.ts'
import { type GuardDecision, guard, isAdminPage, isOpenWithoutSession, isUnguarded } from './route-guard.ts'
import type { RouteName } from './route-names.ts'
import { sessionQuery } from './session.ts'

interface Navigation {
  queryClient: QueryClient
  matches: readonly Pick<AnyRouteMatch, 'staticData' | 'params'>[]
  location: ParsedLocation
  /** The page is only fetched ahead: nothing may be kept, and nobody sent anywhere. */
  isPreload: boolean
}

/** The service that may open the staff's pages to somebody speaks a moment after the first navigation. */
function isClosedForNow(routeName: RouteName, decision: GuardDecision): boolean {
  return isAdminPage(routeName) && decision.kind === 'redirect' && decision.to === '/workspaces'
}

/** The session, or undefined where the auth check failed and the page does without. */
async function readSession(queryClient: QueryClient, routeName: RouteName): Promise<User | null | undefined> {
  try {
    return await queryClient.ensureQueryData(sessionQuery)
  } catch (error) {
    // The request layer has logged it.
    if (isOpenWithoutSession(routeName)) return undefined
    throw error
  }
}

/**
 * Waits for the auth check and carries out what the guard decides about a navigation. Throws the redirect, or the failure
 * of the auth check where the page needs the user.
 */
export async function enforceGuard({ queryClient, matches, location, isPreload }: Navigation): Promise<void> {
  const leaf = matches.at(-1)
  const routeName: RouteName = leaf?.staticData.name ?? '404'
  if (isUnguarded(routeName)) return
  const session = await readSession(queryClient, routeName)
  if (session === undefined) return
  const decide = () =>
    guard({
      session,
      routeName,
      path: location.href,
      params: leaf?.params,
      search: location.search,
      isAdminPageOn: isFlagOn('ADMIN_PAGE', session),
      staffDomain: env.staffDomain,
    })
  let decision = decide()
  if (isClosedForNow(routeName, decision) && !isPreload) {
    await analytics.flagsSaid()
    decision = decide()
  }
  if (decision.kind === 'browser' && !isPreload) {
    // Counted here, since the browser may be gone before the page is rendered.
    analytics.pageView(routeName)
    browserNavigation.replace(decision.url)
  }
  if (decision.kind !== 'redirect') return
  if (decision.savedPath && !isPreload) saveLoginRedirect(decision.savedPath)
  throw redirect({ to: decision.to, replace: true })
}

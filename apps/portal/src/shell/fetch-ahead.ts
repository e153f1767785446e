import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { mayFetchAhead, sessionQuery } from '../lib/guard/session.ts'
import { AppShell } from './root-frame.tsx'

/**
 * Starts to load the code and data of the first page before the portal renders, if the page requires a signed-in user. The
 * code and the auth check load in parallel. The data loads with them if the user is probably signed in. Otherwise it waits for the
 * auth check. The router uses the same requests.
 */
export async function prefetchFirstPage(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  const matches = router.matchRoutes(router.latestLocation)
  if (!matches.some(({ routeId }) => routeId === '/_signed-in')) return
  void AppShell.preload?.()
  for (const { routeId } of matches) void router.loadRouteChunk(router.routesById[routeId])
  const session = queryClient.prefetchQuery(sessionQuery)
  if (!mayFetchAhead()) {
    await session
    const user = queryClient.getQueryData(sessionQuery.queryKey)
    if (!user || user.quarantinedAt || user.suspendedAt) return
  }
  await Promise.all([session, router.preloadRoute({ to: '.', search: true })])
}

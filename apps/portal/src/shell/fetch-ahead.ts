import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { sessionQuery } from '../lib/guard/session.ts'
import { loadAppShell } from './load-app-shell.ts'

/**
 * Starts to load the code and data of the first page before the portal renders, if the page requires a signed-in user. The
 * auth check and the code load in parallel, and the data as soon as the user is known. The router uses the same requests.
 */
export async function prefetchFirstPage(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  const matches = router.matchRoutes(router.latestLocation)
  if (!matches.some(({ routeId }) => routeId === '/_signed-in')) return
  void loadAppShell()
  for (const { routeId } of matches) void router.loadRouteChunk(router.routesById[routeId])
  await queryClient.prefetchQuery(sessionQuery)
  if (queryClient.getQueryData(sessionQuery.queryKey)) await router.preloadRoute({ to: '.', search: true })
}

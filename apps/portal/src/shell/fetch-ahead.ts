import type { AnyRouter } from '@tanstack/react-router'
import { loadAppShell } from './load-app-shell.ts'

/** Loads the code of the first page while the auth check is pending, if the page requires a signed-in user. */
export function prefetchFirstPage(router: AnyRouter): void {
  const matches = router.matchRoutes(router.latestLocation)
  if (!matches.some(({ routeId }) => routeId === '/_signed-in')) return
  void loadAppShell()
  for (const { routeId } of matches) void router.loadRouteChunk(router.routesById[routeId])
}

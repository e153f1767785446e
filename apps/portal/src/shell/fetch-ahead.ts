import type { AnyRouter } from '@tanstack/react-router'
import { loadAppShell } from './load-app-shell.ts'

/** Fetches the code of the first page while the auth check is still on its way, where the page is for the signed-in. */
export function fetchAhead(router: AnyRouter): void {
  const matches = router.matchRoutes(router.latestLocation)
  if (!matches.some(({ routeId }) => routeId === '/_signed-in')) return
  void loadAppShell()
  for (const { routeId } of matches) void router.loadRouteChunk(router.routesById[routeId])
}

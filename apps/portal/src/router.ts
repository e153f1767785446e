import type { QueryClient } from '@tanstack/react-query'
import { type AnyRouter, createRouter, type RouterHistory } from '@tanstack/react-router'
import type { LoadCode } from './lib/guard/page-code.ts'
import { routeTree } from './route-tree.gen.ts'
import { PageError } from './shell/page-error.tsx'
import { PagePending } from './shell/page-pending.tsx'

/** A load that takes less time leaves the current page in place. */
const pendingMs = 200
/** The loading screen covers the first load. React shows a skeleton for 300 ms or more, even if the data arrives sooner. */
const firstPendingMs = 500

/** Creates the router for a query cache. Tests pass their own history. */
export function createPortalRouter(queryClient: QueryClient, history?: RouterHistory) {
  const loadCode: LoadCode = (matches) => {
    const { routesById }: AnyRouter = router
    return Promise.all(matches.map(({ routeId }) => router.loadRouteChunk(routesById[routeId])))
  }
  const router = createRouter({
    routeTree,
    history,
    context: { queryClient, loadCode },
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: firstPendingMs,
    defaultPendingMinMs: 200,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    // Remounts the page for another workspace or user, so that no input or open dialog is kept. A changed search does not remount.
    defaultRemountDeps: ({ params }) => params,
    scrollRestoration: true,
  })
  const unsubscribe = router.subscribe('onResolved', () => {
    unsubscribe()
    router.options.defaultPendingMs = pendingMs
  })
  return router
}

export type PortalRouter = ReturnType<typeof createPortalRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter
  }
}

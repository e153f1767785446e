import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, useRouterState } from '@tanstack/react-router'
import type { PortalRouter } from './router.ts'
import { LoadingScreen } from './shell/loading-screen.tsx'

/** Until the router has something to show: the auth check is pending (SPEC section 2, "Loading screen"). */
function FirstLoad({ router }: { router: PortalRouter }) {
  const isPending = useRouterState({ router, select: ({ matches }) => matches.length === 0 })
  return isPending ? <LoadingScreen /> : null
}

/** The portal over its cache and its router. */
export function App({ queryClient, router }: { queryClient: QueryClient; router: PortalRouter }) {
  return (
    <QueryClientProvider client={queryClient}>
      <FirstLoad router={router} />
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

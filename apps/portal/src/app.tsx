import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, useRouterState } from '@tanstack/react-router'
import type { PortalRouter } from './router.ts'
import { LoadingScreen } from './shell/loading-screen.tsx'

/** Shows the loading screen while the auth check is pending and the router has no page yet. */
function FirstLoad({ router }: { router: PortalRouter }) {
  const isPending = useRouterState({ router, select: ({ matches }) => matches.length === 0 })
  return isPending ? <LoadingScreen /> : null
}

/** The portal with its query cache and router. */
export function App({ queryClient, router }: { queryClient: QueryClient; router: PortalRouter }) {
  return (
    <QueryClientProvider client={queryClient}>
      <FirstLoad router={router} />
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

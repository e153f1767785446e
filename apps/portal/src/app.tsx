import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, useRouterState } from '@tanstack/react-router'
import { useConnectionCheck } from './lib/request/connection.ts'
import type { PortalRouter } from './router.ts'
import { DeployNotice } from './shell/deploy-notice.tsx'
import { isMobileBrowser, MobileNotice } from './shell/mobile-notice.tsx'
import { LoadingScreen } from './shell/page-pending.tsx'

/** Checks a lost connection on every page, also before the router has one. */
function ConnectionCheck() {
  useConnectionCheck()
  return null
}

/** Shows the loading screen while the auth check is pending and the router has no page yet. */
function FirstLoad({ router }: { router: PortalRouter }) {
  const isPending = useRouterState({ router, select: ({ matches }) => matches.length === 0 })
  return isPending ? <LoadingScreen /> : null
}

/** The portal with its query cache and router. */
export function App({ queryClient, router }: { queryClient: QueryClient; router: PortalRouter }) {
  const isForPrint = useRouterState({
    router,
    select: ({ location }) => location.pathname.startsWith('/print-legal/'),
  })
  // Replaces the router, whose auth check could show an error instead and whose guard could leave for an instance.
  if (isMobileBrowser() && !isForPrint) return <MobileNotice />
  return (
    <QueryClientProvider client={queryClient}>
      <ConnectionCheck />
      <FirstLoad router={router} />
      <RouterProvider router={router} />
      {/* Outside the router, because it also helps while the auth check is pending or has failed. */}
      {!isForPrint && <DeployNotice />}
    </QueryClientProvider>
  )
}

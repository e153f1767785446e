import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { PortalRouter } from './router.ts'

/** The portal over its cache and its router. */
export function App({ queryClient, router }: { queryClient: QueryClient; router: PortalRouter }) {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { enforceGuard } from '../lib/guard/enforce-guard.ts'
import { AuthCheckError } from '../shell/auth-check-error.tsx'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { RootFrame } from '../shell/root-frame.tsx'

export interface RouterContext {
  queryClient: QueryClient
}

/** Every navigation passes the guard here, before anything of the page is loaded. */
export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, matches, location, preload }) =>
    enforceGuard({ queryClient: context.queryClient, matches, location, isPreload: preload }),
  component: RootFrame,
  // The loading screen stands outside the router (app.tsx): a pending root would hide the pending states of its pages.
  pendingMs: Number.POSITIVE_INFINITY,
  errorComponent: AuthCheckError,
  notFoundComponent: NotFoundPage,
})

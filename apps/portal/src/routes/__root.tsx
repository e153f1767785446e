import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { enforceGuard } from '../lib/guard/enforce-guard.ts'
import { type LoadCode, waitForCode } from '../lib/guard/page-code.ts'
import { browserPaint } from '../lib/guard/wait-for-paint.ts'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { AuthCheckError } from '../shell/page-error.tsx'
import { RootFrame } from '../shell/root-frame.tsx'

export interface RouterContext {
  queryClient: QueryClient
  loadCode: LoadCode
}

/** The route guard runs here on every navigation, before any data of the page loads. */
export const Route = createRootRouteWithContext<RouterContext>()({
  staticData: { name: 'root', access: 'layout' },
  beforeLoad: async ({ context, matches, location, preload, cause, abortController }) => {
    // Shows which link was pressed before the next page renders, because rendering can take longer than a frame. The cause is
    // "enter" on the first page and "preload" while the pointer is over a link.
    if (cause === 'stay') await browserPaint.wait()
    const { queryClient, loadCode } = context
    const { signal } = abortController
    if (!preload) await waitForCode(() => loadCode(matches), signal)
    await enforceGuard({ queryClient, matches, location, isPreload: preload, signal })
  },
  component: RootFrame,
  // The loading screen is outside the router (app.tsx), because a pending root would hide its pages' pending states.
  pendingMs: Number.POSITIVE_INFINITY,
  errorComponent: AuthCheckError,
  notFoundComponent: NotFoundPage,
})

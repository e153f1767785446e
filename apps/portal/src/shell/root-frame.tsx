import { lazyRouteComponent, Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import { hasSignedOutMessage } from '../lib/guard/route-guard.ts'
import { useSession } from '../lib/guard/session.ts'
import { useRouteName } from '../lib/guard/use-route-name.ts'
import { LoadingScreen, PageSpinner } from './page-pending.tsx'
import { PublicFrame } from './public-frame.tsx'

/** A separate chunk, so that the sign-in page does not load it. */
export const AppShell = lazyRouteComponent(() => import('./app-shell.tsx'), 'AppShell')

/** Pages taller than the viewport. */
const tallPages = new Set(['legal', 'review-legal'])

function SessionFrame({ isTall }: { isTall: boolean }) {
  const user = useSession()
  if (!user) {
    return (
      <PublicFrame isTall={isTall}>
        <Outlet />
      </PublicFrame>
    )
  }
  return (
    <Suspense fallback={<LoadingScreen />}>
      {/* Another user's page starts afresh, without the input and the errors of the one before. */}
      <AppShell key={user.id} user={user} isTall={isTall}>
        <Outlet />
      </AppShell>
    </Suspense>
  )
}

/** Chooses the frame around a page: the app shell, the public frame, or none for print pages. */
export function RootFrame() {
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData })
  if (page?.name === 'print-legal') return <Outlet />
  if (page?.access !== 'unguarded') return <SessionFrame isTall={tallPages.has(page?.name ?? '')} />
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  )
}

/** Renders the page for a signed-in user. For a signed-out user, only pages with a message for that case are rendered. */
export function SignedInOutlet() {
  const routeName = useRouteName()
  return useSession() || hasSignedOutMessage(routeName) ? (
    <Outlet />
  ) : (
    <PageSpinner className="animate-late" />
  )
}

import type { User } from '@portal/contract/account/account'
import { Toasts } from '@portal/ui/feedback/toasts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { RouterProvider } from 'react-aria-components'
import { useIsVerificationPage } from '../features/account/inbox-screen.ts'
import { AppHeader } from './app-header.tsx'
import { FreshSignIn } from './fresh-sign-in.tsx'
import { AppFooter, type FrameProps, SkipLink } from './public-frame.tsx'
import { useVerificationWatch, VerificationBanner } from './verification-banner.tsx'
import '../lib/styles.css'

function watchConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Tells the user that the browser is offline, and reloads failed queries and pages when the connection is back. See docs/product/interface.md#states. */
function OfflineNotice() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine)
  useEffect(() => {
    const retry = () => {
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
      if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate()
    }
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [queryClient, router])
  return (
    // Below the header, which is sticky too.
    <div role="status" className="sticky top-14 z-15">
      {!isOnline && (
        <p className="border-warning-line border-b bg-warning-soft px-6 py-2 text-center text-sm text-warning-text">
          You are offline. Missing parts load when your connection is back.
        </p>
      )}
    </div>
  )
}

/** Lets links in UI controls navigate within the portal without a page reload. */
function ClientLinks({ children }: { children: ReactNode }) {
  const router = useRouter()
  return <RouterProvider navigate={(href) => void router.navigate({ href })}>{children}</RouterProvider>
}

/** The frame around every page of a signed-in user. See docs/product/interface.md#shell. */
export function AppShell({ user, isTall = false, children }: FrameProps & { user: User }) {
  const isConfined = Boolean(user.quarantinedAt ?? user.suspendedAt)
  const isVerificationPage = useIsVerificationPage(user)
  useVerificationWatch(user)
  return (
    <ClientLinks>
      <div className="flex min-h-dvh flex-col bg-surface">
        <SkipLink />
        <AppHeader user={user} />
        <OfflineNotice />
        {!user.emailVerified && !isConfined && !isVerificationPage && <VerificationBanner user={user} />}
        <main
          id="main"
          tabIndex={-1}
          className={`flex grow flex-col outline-none ${isTall ? 'min-h-dvh' : ''}`}
        >
          <FreshSignIn userId={user.id}>{children}</FreshSignIn>
        </main>
        <AppFooter />
      </div>
      <Toasts />
    </ClientLinks>
  )
}

import type { User } from '@portal/contract/account/account'
import { toastQueue } from '@portal/ui/lib/toast-queue'
import { useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { RouterProvider } from 'react-aria-components'
import { useIsVerificationPage } from '../features/account/shared/inbox-screen.ts'
import { loadPart } from '../lib/request/load-part.ts'
import { AppFooter } from './app-footer.tsx'
import { AppHeader } from './app-header.tsx'
import { FreshSignIn } from './fresh-sign-in.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import type { FrameProps } from './public-frame.tsx'
import { SkipLink } from './skip-link.tsx'
import { useVerificationWatch } from './use-verification-watch.ts'
import '../lib/styles.css'

const VerificationBanner = lazy(() =>
  loadPart(() => import('./verification-banner.tsx')).then((module) => ({
    default: module.VerificationBanner,
  })),
)

/** Lets links in UI controls navigate within the portal without a page reload. */
function ClientLinks({ children }: { children: ReactNode }) {
  const router = useRouter()
  return <RouterProvider navigate={(href) => void router.navigate({ href })}>{children}</RouterProvider>
}

const Toasts = lazy(() =>
  loadPart(() => import('@portal/ui/feedback/toasts')).then((module) => ({ default: module.Toasts })),
)

/** The toast region, loaded with the first toast. */
function ToastsWhenNeeded() {
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => {
    const look = () => setIsNeeded((wasNeeded) => wasNeeded || toastQueue.visibleToasts.length > 0)
    look()
    return toastQueue.subscribe(look)
  }, [])
  if (!isNeeded) return null
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  )
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
        {!user.emailVerified && !isConfined && !isVerificationPage && (
          <Suspense>
            <VerificationBanner user={user} />
          </Suspense>
        )}
        <main
          id="main"
          tabIndex={-1}
          className={`flex grow flex-col outline-none ${isTall ? 'min-h-dvh' : ''}`}
        >
          <FreshSignIn userId={user.id}>{children}</FreshSignIn>
        </main>
        <AppFooter />
      </div>
      <ToastsWhenNeeded />
    </ClientLinks>
  )
}

import type { User } from '@portal/contract/account'
import { lazy, Suspense } from 'react'
import { useIsVerificationPage } from '../features/account/shared/inbox-screen.ts'
import { loadPart } from '../lib/request/load-part.ts'
import { AppFooter } from './app-footer.tsx'
import { AppHeader } from './app-header.tsx'
import { ClientLinks } from './client-links.tsx'
import { FreshSignIn } from './fresh-sign-in.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import type { FrameProps } from './public-frame.tsx'
import { SkipLink } from './skip-link.tsx'
import { ToastsWhenNeeded } from './toasts-when-needed.tsx'
import { useVerificationWatch } from './use-verification-watch.ts'
import '../lib/styles.css'

const VerificationBanner = lazy(() =>
  loadPart(() => import('./verification-banner.tsx')).then((module) => ({
    default: module.VerificationBanner,
  })),
)

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

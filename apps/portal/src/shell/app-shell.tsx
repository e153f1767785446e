import type { User } from '@portal/contract/account/account'
import { Toasts } from '@portal/ui/feedback/toasts'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'
import { useIsVerificationPage } from '../features/account/inbox-screen.ts'
import { AppHeader } from './app-header.tsx'
import { FreshSignIn } from './fresh-sign-in.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { AppFooter, type FrameProps, SkipLink } from './public-frame.tsx'
import { useVerificationWatch, VerificationBanner } from './verification-banner.tsx'
import '../lib/styles.css'

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

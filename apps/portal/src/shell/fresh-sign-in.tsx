import { InputKeeperContext } from '@portal/ui/lib/input-keeper'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { onFreshSignInRequired } from '../lib/guard/fresh-sign-in-events.ts'
import { createPageKeeper } from '../lib/guard/kept-page.ts'
import { FreshSignInDialog } from './fresh-sign-in-dialog.tsx'
import { LeaveGuard } from './leave-guard.tsx'

/**
 * Asks the user to sign in again when the API requires it, and restores the page when they return. See
 * docs/product/sign-in.md#fresh-sign-in.
 */
export function FreshSignIn({ userId, children }: { userId: string; children: ReactNode }) {
  const router = useRouter()
  const keeper = useMemo(() => createPageKeeper(userId, () => router.state.location.href), [userId, router])
  const [message, setMessage] = useState<string>()
  useEffect(() => onFreshSignInRequired(setMessage), [])

  useEffect(() => {
    if (keeper.isReturn())
      showToast('Welcome back', {
        tone: 'success',
        description: 'This page is as you left it. Press the button again to continue.',
      })
    // Values that the page has not used by now must not appear on a later visit.
    return router.subscribe('onBeforeNavigate', ({ fromLocation, hrefChanged }) => {
      if (fromLocation && hrefChanged) keeper.drop(fromLocation.href)
    })
  }, [keeper, router])

  return (
    <InputKeeperContext value={keeper}>
      {children}
      <LeaveGuard hasUnsavedInput={keeper.hasUnsavedInput} />
      {message !== undefined && (
        <FreshSignInDialog message={message} onLeave={keeper.save} onClose={() => setMessage(undefined)} />
      )}
    </InputKeeperContext>
  )
}

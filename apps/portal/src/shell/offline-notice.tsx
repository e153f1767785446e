import { onlineManager } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useIsOnline } from '../lib/request/connection.ts'

/** Says that there is no network, and reloads a failed page when it is back. See docs/product/interface.md#states. */
export function OfflineNotice() {
  const router = useRouter()
  const isOnline = useIsOnline()
  const isOpening = useRouterState({ select: ({ status }) => status === 'pending' })
  useEffect(
    () =>
      onlineManager.subscribe((isBack) => {
        if (isBack && router.state.matches.some(({ status }) => status === 'error')) void router.invalidate()
      }),
    [router],
  )
  return (
    // Below the header, which is sticky too.
    <div role="status" className="sticky top-header z-15">
      {!isOnline && (
        <p
          data-sticky-notice
          className="border-warning-line border-b bg-warning-soft px-6 py-2 text-center text-sm text-warning-text"
        >
          <span>You are offline.</span>{' '}
          {isOpening ? (
            <span key="page">The page you chose opens when your connection is back.</span>
          ) : (
            <span key="parts">Anything missing loads when your connection is back.</span>
          )}
        </p>
      )}
    </div>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'

function watchConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Reloads failed queries and pages when the connection is back. */
function useRetryOnReconnect(): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const retry = () => {
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
      if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate()
    }
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [queryClient, router])
}

/** Tells the user that the browser is offline. See docs/product/interface.md#states. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine)
  useRetryOnReconnect()
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

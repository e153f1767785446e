import { useEffect, useRef, useState } from 'react'
import type { RequestStatus } from './request-status.ts'

/** How long a button shows that its request succeeded. */
export const successDisplayMs = 2000

/**
 * True for 2 seconds after a pending request succeeds. A success from before the component mounted does not count. A
 * new request resets it.
 */
export function useSuccessFlash(status?: Pick<RequestStatus, 'isPending' | 'isSuccess'>): boolean {
  const { isPending = false, isSuccess = false } = status ?? {}
  const wasPending = useRef(isPending)
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    const hasJustSucceeded = wasPending.current && !isPending && isSuccess
    wasPending.current = isPending
    setShown(hasJustSucceeded)
    if (!hasJustSucceeded) return
    const timer = setTimeout(() => setShown(false), successDisplayMs)
    return () => clearTimeout(timer)
  }, [isPending, isSuccess])

  return isShown
}

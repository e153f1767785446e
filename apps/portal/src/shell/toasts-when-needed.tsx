import { toastQueue } from '@portal/ui/lib/toast-queue'
import { lazy, Suspense, useEffect, useState } from 'react'
import { loadPart } from '../lib/request/load-part.ts'

const Toasts = lazy(() =>
  loadPart(() => import('@portal/ui/feedback/toasts')).then((module) => ({ default: module.Toasts })),
)

/** The toast region, loaded with the first toast. */
export function ToastsWhenNeeded() {
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

import type { ReactNode } from 'react'
import { chooseLoadState } from '../lib/load-state.ts'
import type { RequestStatus } from '../lib/request-status.ts'
import { Icon } from '../text/icon.tsx'
import { ErrorMessage } from './error-message.tsx'

export interface LoadStatusProps {
  status: RequestStatus
  /** The content shown once the request has succeeded. Pass a function for content that relies on the loaded data. */
  children: ReactNode | (() => ReactNode)
  /** Shown instead of the spinner, usually a Skeleton of the content. */
  loading?: ReactNode
  /** What is loading, for screen readers. */
  loadingLabel?: string
  /** Shown instead of the error message. */
  error?: ReactNode | ((status: RequestStatus) => ReactNode)
  /** Shown before the first request. Nothing by default. */
  uninitialized?: ReactNode
  /** Adds a retry button to the error message. */
  onRetry?: () => void
  className?: string
}

/** Chooses between loading, error, success and uninitialized. Required by the design system. No page uses it. */
export function LoadStatus({
  status,
  children,
  loading,
  loadingLabel = 'Loading...',
  error,
  uninitialized = null,
  onRetry,
  className,
}: LoadStatusProps) {
  const state = chooseLoadState(status)
  if (state === 'uninitialized') return uninitialized
  if (state === 'loading') {
    return (
      <div role="status" className={className}>
        {loading ? (
          <>
            <span className="sr-only">{loadingLabel}</span>
            {loading}
          </>
        ) : (
          <div className="flex animate-late items-center justify-center gap-2.5 py-10 text-base text-content-muted">
            <Icon name="loader" size="sm" />
            <span>{loadingLabel}</span>
          </div>
        )}
      </div>
    )
  }
  if (state === 'error') {
    if (error !== undefined) return typeof error === 'function' ? error(status) : error
    return <ErrorMessage status={status} onRetry={onRetry} className={className} />
  }
  return typeof children === 'function' ? children() : children
}

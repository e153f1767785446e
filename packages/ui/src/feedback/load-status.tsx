import type { ReactNode } from 'react'
import { chooseLoadState } from '../lib/load-state.ts'
import type { RequestStatus } from '../lib/request-status.ts'
import { Icon } from '../text/icon.tsx'
import { ErrorMessage } from './error-message.tsx'

export interface LoadStatusProps {
  status: RequestStatus
  /** What is shown once the request has succeeded; a function, so that it may rely on data that is there only then. */
  children: ReactNode | (() => ReactNode)
  /** In place of the spinner: a Skeleton of what is to come. */
  loading?: ReactNode
  /** What loads, for those who hear it. */
  loadingLabel?: string
  /** In place of the error message. */
  error?: ReactNode | ((status: RequestStatus) => ReactNode)
  /** Before anything was requested; nothing by default. */
  uninitialized?: ReactNode
  /** Offered beside the error message. */
  onRetry?: () => void
  className?: string
}

/**
 * Chooses between loading, error, success and uninitialized.
 * Part of the design system; no page uses it yet.
 */
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
          <div className="flex items-center justify-center gap-2.5 py-10 text-base text-content-muted">
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

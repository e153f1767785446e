import type { ReactNode } from 'react'
import { ErrorMessage } from '../feedback/error-message.tsx'
import type { RequestStatus } from '../lib/request-status.ts'
import { Icon } from '../text/icon.tsx'

export interface LoadStatusProps {
  status: RequestStatus
  /** The content shown once the request has succeeded, also while it is reloaded. */
  children: ReactNode
  /** Shown instead of the spinner, usually a Skeleton of the content. */
  loading?: ReactNode
  /** Shown before the first request. Nothing by default. */
  uninitialized?: ReactNode
  /** Adds a retry button to the error message. */
  onRetry?: () => void
}

/** Chooses between loading, error, success and uninitialized. */
export function LoadStatus({ status, children, loading, uninitialized, onRetry }: LoadStatusProps) {
  if (!status.isRequested) return uninitialized
  if (status.isFirstLoad)
    return (
      <div role="status">
        <span className={loading ? 'sr-only' : 'flex animate-late justify-center gap-2.5 py-10'}>
          {!loading && <Icon name="loader" size="sm" />}
          Loading...
        </span>
        {loading}
      </div>
    )
  if (status.isError) return <ErrorMessage status={status} onRetry={onRetry} />
  return children
}

import type { ErrorMessageProps } from '@portal/ui/feedback/error-message'
import { focusRing } from '@portal/ui/lib/focus-ring'
import { type ComponentType, lazy, Suspense } from 'react'

function PlainMessage({ message, onRetry }: ErrorMessageProps) {
  return (
    <>
      <p>{message}</p>
      {onRetry && (
        <button
          type="button"
          onClick={onRetry}
          className={`${focusRing} self-center rounded-md border border-line-control px-3 py-1.5 font-medium text-content text-sm`}
        >
          Try again
        </button>
      )}
    </>
  )
}

const LoadedMessage = lazy(async (): Promise<{ default: ComponentType<ErrorMessageProps> }> => {
  try {
    const [{ ErrorMessage }] = await Promise.all([
      import('@portal/ui/feedback/error-message'),
      import('../styles.css'),
    ])
    return { default: ErrorMessage }
  } catch {
    return { default: PlainMessage }
  }
})

/**
 * An error block for pages that load no controls. Plain text until its code has loaded, and if the code fails to load, which may be
 * the error being reported.
 */
export function LazyErrorMessage(props: ErrorMessageProps) {
  return (
    <Suspense fallback={<PlainMessage {...props} />}>
      <LoadedMessage {...props} />
    </Suspense>
  )
}

import type { ErrorMessageProps } from '@portal/ui/feedback/error-message'
import { type ComponentType, lazy, Suspense } from 'react'

function PlainMessage({ message }: ErrorMessageProps) {
  return <p>{message}</p>
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

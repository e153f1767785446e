import type { ErrorMessageProps } from '@portal/ui/feedback/error-message'
import { type ComponentType, lazy, Suspense } from 'react'

function PlainFailure({ message }: { message?: string }) {
  return <p>{message}</p>
}

/** Falls back to plain text if the chunk fails to load, which may be the error being reported. */
const loadRequestFailure = (): Promise<{ default: ComponentType<ErrorMessageProps> }> =>
  import('./request-failure.tsx').then(
    (module) => ({ default: module.RequestFailure }),
    () => ({ default: PlainFailure }),
  )

const RequestFailure = lazy(loadRequestFailure)

/** An error block for pages in the entry chunk, which excludes the component library. Plain text until it has loaded. */
export function LazyErrorMessage(props: ErrorMessageProps) {
  return (
    <Suspense fallback={<p>{props.message}</p>}>
      <RequestFailure {...props} />
    </Suspense>
  )
}

import type { ErrorMessageProps } from '@portal/ui/feedback/error-message'
import { type ComponentType, lazy, Suspense } from 'react'

function PlainFailure({ message }: { message?: string }) {
  return <p>{message}</p>
}

/** In words alone where the part that draws it cannot be fetched: that may be the very failure. */
const loadRequestFailure = (): Promise<{ default: ComponentType<ErrorMessageProps> }> =>
  import('./request-failure.tsx').then(
    (module) => ({ default: module.RequestFailure }),
    () => ({ default: PlainFailure }),
  )

const RequestFailure = lazy(loadRequestFailure)

/** An error block for the pages of the entry, which do not carry the controls. Reads as plain text until it is loaded. */
export function LazyErrorMessage(props: ErrorMessageProps) {
  return (
    <Suspense fallback={<p>{props.message}</p>}>
      <RequestFailure {...props} />
    </Suspense>
  )
}

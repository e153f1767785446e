import type { ErrorMessageProps } from '@portal/ui/error-message'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { errorTexts } from '../lib/error-messages.ts'
import { NoticePage } from '../lib/notice-page.tsx'

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

/** In the place of a page that could not be loaded: what happened, the request's id, and a way to try again. */
export function PageError({
  error,
  reset,
  explanation,
}: Omit<ErrorComponentProps, 'info'> & { explanation?: string }) {
  const router = useRouter()
  const { title, message, requestId } = errorTexts(error)
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <NoticePage title={title}>
      {explanation && <p>{explanation}</p>}
      <Suspense fallback={<p>{message}</p>}>
        <RequestFailure
          message={message}
          requestId={requestId}
          onRetry={retry}
          retryLabel="Retry"
          className="text-left"
        />
      </Suspense>
    </NoticePage>
  )
}

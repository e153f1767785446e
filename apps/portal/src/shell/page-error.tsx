import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { errorTexts } from '../lib/error-messages.ts'
import { NoticePage } from '../lib/notice-page.tsx'

const ErrorMessage = lazy(() =>
  import('@portal/ui/error-message').then((module) => ({ default: module.ErrorMessage })),
)

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
        <ErrorMessage
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

import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { errorTitle } from '../lib/error-messages.ts'
import { NoticePage } from '../lib/notice-page.tsx'
import { RequestError } from '../lib/request-error.ts'

const ErrorMessage = lazy(() =>
  import('@portal/ui/error-message').then((module) => ({ default: module.ErrorMessage })),
)

/** In the place of a page that could not be loaded: what happened, the request's id, and a way to try again. */
export function PageError({ error, reset, explanation }: ErrorComponentProps & { explanation?: string }) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <NoticePage title={errorTitle(error)}>
      {explanation && <p>{explanation}</p>}
      <Suspense fallback={<p>{error.message}</p>}>
        <ErrorMessage
          message={error.message}
          requestId={error instanceof RequestError ? error.requestId : undefined}
          onRetry={retry}
          className="text-left"
        />
      </Suspense>
    </NoticePage>
  )
}

import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { NoticePage } from '../lib/layout/notice-page.tsx'
import { errorTexts } from '../lib/request/error-messages.ts'
import { LazyErrorMessage } from '../lib/request/lazy-error-message.tsx'

/** Shown instead of a page that could not be loaded, with the request id and a retry button. */
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
      <LazyErrorMessage
        message={message}
        requestId={requestId}
        onRetry={retry}
        retryLabel="Retry"
        className="text-left"
      />
    </NoticePage>
  )
}

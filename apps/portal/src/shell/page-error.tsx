import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { LazyScene } from '../lib/layout/lazy-scene.tsx'
import { NoticePage } from '../lib/layout/notice-page.tsx'
import { plainLink } from '../lib/layout/plain-link.ts'
import { errorTexts, isMissing } from '../lib/request/error-messages.ts'
import { LazyErrorMessage } from '../lib/request/lazy-error-message.tsx'

/** Has no request id and no retry button, because nothing is broken. */
function Missing({ title, message }: { title: string; message: string }) {
  return (
    <NoticePage title={title} icon={<LazyScene name="missing" />}>
      <p>{message} It may have been deleted, or you may not have access to it.</p>
      <p>
        <Link to="/workspaces" className={plainLink}>
          Back to workspaces
        </Link>
      </p>
    </NoticePage>
  )
}

/**
 * Shown instead of a page that could not be loaded, with the request id and a retry button. See
 * docs/product/interface.md#states.
 */
export function PageError({
  error,
  reset,
  explanation,
}: Omit<ErrorComponentProps, 'info'> & { explanation?: string }) {
  const router = useRouter()
  const { title, message, requestId } = errorTexts(error)
  if (isMissing(error)) return <Missing title={title} message={message} />
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <NoticePage title={title} icon={<LazyScene name="offline" />}>
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

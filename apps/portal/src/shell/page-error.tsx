import { Scene } from '@portal/ui/feedback/scene'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { MissingNotice } from '../lib/layout/missing-notice.tsx'
import { NoticePage } from '../lib/layout/notice-page.tsx'
import { errorTexts, isMissing } from '../lib/request/error-messages.ts'
import { LazyErrorMessage } from '../lib/request/lazy-error-message.tsx'
import { RequestError } from '../lib/request/request-error.ts'
import { PublicFrame } from './public-frame.tsx'

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
  if (isMissing(error))
    return (
      <NoticePage title={title} icon={<Scene name="missing" />}>
        <MissingNotice message={message} />
      </NoticePage>
    )
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <NoticePage title={title} icon={<Scene name="offline" />}>
      {explanation && <p>{explanation}</p>}
      <LazyErrorMessage message={message} requestId={requestId} onRetry={retry} className="text-left" />
    </NoticePage>
  )
}

/** Replaces a page that needs the user if the auth check failed, with a retry button. */
export function AuthCheckError(props: ErrorComponentProps) {
  // Any other error that reaches the root is a bug in the page.
  const explanation =
    props.error instanceof RequestError ? "We couldn't check whether you're signed in." : undefined
  return (
    <PublicFrame>
      <PageError {...props} explanation={explanation} />
    </PublicFrame>
  )
}

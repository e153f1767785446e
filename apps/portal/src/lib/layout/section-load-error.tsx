import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { errorTexts, isMissing } from '../request/error-messages.ts'
import { LazyScene } from './lazy-scene.tsx'
import { plainLink } from './plain-link.ts'

/** Has no request id and no retry button, because nothing is broken. */
function Missing({ title, message }: { title: string; message: string }) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <LazyScene name="missing" />
      <h2 className="font-semibold text-lg">{title}</h2>
      <p className="text-content-muted text-pretty">
        {message} It may have been deleted, or you may not have access to it.
      </p>
      <Link to="/workspaces" className={plainLink}>
        Back to workspaces
      </Link>
    </div>
  )
}

/**
 * Shown instead of a section that failed to load, with the message, the request id and a retry button. See
 * docs/product/interface.md#states.
 */
export function SectionLoadError({ error, reset }: Omit<ErrorComponentProps, 'info'>) {
  const router = useRouter()
  if (isMissing(error)) return <Missing {...errorTexts(error)} />
  return (
    <ErrorMessage
      {...errorTexts(error)}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}

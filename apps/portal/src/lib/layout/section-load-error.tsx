import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Scene } from '@portal/ui/feedback/scene'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { errorTexts, isMissing } from '../request/error-messages.ts'
import { MissingNotice } from './missing-notice.tsx'

/**
 * Shown instead of a section that failed to load, with the message, the request id and a retry button. See
 * docs/product/interface.md#states.
 */
export function SectionLoadError({ error, reset }: Omit<ErrorComponentProps, 'info'>) {
  const router = useRouter()
  const texts = errorTexts(error)
  if (isMissing(error))
    return (
      <div className="flex flex-col items-center gap-3 px-6 py-12 text-center">
        <Scene name="missing" />
        <h2 className="font-semibold text-lg">{texts.title}</h2>
        <div className="flex flex-col gap-3 text-content-muted text-pretty">
          <MissingNotice message={texts.message} />
        </div>
      </div>
    )
  return (
    <ErrorMessage
      {...texts}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}

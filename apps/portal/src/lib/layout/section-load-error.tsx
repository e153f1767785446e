import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { errorTexts } from '../request/error-messages.ts'

/** Shown instead of a section that failed to load, with the message, the request id and a retry button. */
export function SectionLoadError({ error, reset }: Omit<ErrorComponentProps, 'info'>) {
  const router = useRouter()
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

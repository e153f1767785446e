import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { errorTexts } from '../request/error-messages.ts'
import { Page, type PageProps } from './page.tsx'

type PageLoadErrorProps = Omit<ErrorComponentProps, 'info'> &
  Pick<PageProps, 'title' | 'tabTitle' | 'intro' | 'width'>

/** A page that failed to load, with its heading, the message, the request id and a retry button. */
export function PageLoadError({ error, reset, ...page }: PageLoadErrorProps) {
  const router = useRouter()
  return (
    <Page {...page}>
      <ErrorMessage
        {...errorTexts(error)}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </Page>
  )
}

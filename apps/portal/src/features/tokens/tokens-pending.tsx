import { Card } from '@portal/ui/card'
import { ErrorMessage } from '@portal/ui/error-message'
import { Skeleton } from '@portal/ui/skeleton'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { errorTexts } from '../../lib/error-messages.ts'
import { Page } from '../../lib/page.tsx'

/** The outline of the page while it loads. */
export function TokensPending() {
  return (
    <Page title="API Tokens">
      <div role="status" className="flex flex-col gap-6">
        <span className="sr-only">Loading the API tokens...</span>
        <Card>
          <div className="grid gap-5 md:grid-cols-2">
            <Skeleton className="h-16 w-full" />
            <Skeleton className="h-16 w-full" />
          </div>
        </Card>
        <Card title={<Skeleton className="w-32" />}>
          <Skeleton lines={4} />
        </Card>
      </div>
    </Page>
  )
}

/** The page that could not be loaded: the message, the request's id, and a way to try again. */
export function TokensError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <Page title="API Tokens">
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

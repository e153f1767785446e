import { Card } from '@portal/ui/card'
import { ErrorMessage } from '@portal/ui/error-message'
import { Skeleton } from '@portal/ui/skeleton'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { errorTexts } from '../../lib/error-messages.ts'
import { Page } from '../../lib/page.tsx'

export const billingTitle = 'Update Your Billing Information'

/** The outline of the page while it loads. */
export function BillingPending() {
  return (
    <Page title={billingTitle} tabTitle="Billing" width="narrow">
      <div role="status" className="flex flex-col gap-6">
        <span className="sr-only">Loading your billing...</span>
        <Card padding="lg">
          <Skeleton lines={3} />
        </Card>
        <Card padding="lg">
          <div className="grid gap-5 tablet:grid-cols-2">
            {['a', 'b', 'c', 'd', 'e', 'f'].map((name) => (
              <Skeleton key={name} className="h-14 w-full" />
            ))}
          </div>
        </Card>
      </div>
    </Page>
  )
}

/** The page that could not be loaded: the message, the request's id, and a way to try again. */
export function BillingError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <Page title={billingTitle} tabTitle="Billing" width="narrow">
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

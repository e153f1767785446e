import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Card } from '@portal/ui/layout/card'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Page } from '../../lib/layout/page.tsx'
import { PageLoadError } from '../../lib/layout/page-load-error.tsx'

/** The page header, also used while the page loads. */
export const billingHead = {
  title: 'Update Your Billing Information',
  tabTitle: 'Billing',
  intro: 'Your plan, invoices and billing details.',
  width: 'narrow',
} as const

/** The skeleton of the page. */
export function BillingPending() {
  return (
    <Page {...billingHead}>
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

/** Shown if the page could not be loaded. */
export function BillingError({ error, reset }: ErrorComponentProps) {
  return <PageLoadError {...billingHead} error={error} reset={reset} />
}

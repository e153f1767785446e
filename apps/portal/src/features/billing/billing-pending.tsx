import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Card } from '@portal/ui/layout/card'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'
import { BillingShell } from './billing-shell.tsx'

/** The skeleton of the page. */
export function BillingPending() {
  return (
    <BillingShell>
      <div role="status" className="flex flex-col gap-6 **:[animation-delay:0s]">
        <span className="sr-only">Loading your billing information...</span>
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
    </BillingShell>
  )
}

/** Shown if the page could not be loaded. */
export function BillingError({ error, reset }: ErrorComponentProps) {
  return (
    <BillingShell>
      <SectionLoadError error={error} reset={reset} />
    </BillingShell>
  )
}

import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Card } from '@portal/ui/layout/card'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { BillingShell, invoicesHeight } from './billing-shell.tsx'

/** The skeleton of the page. */
export function BillingPending() {
  return (
    <BillingShell>
      <div role="status" className="flex flex-col gap-6 **:[animation-delay:0s]">
        <span className="sr-only">Loading your billing information...</span>
        <Card
          padding="lg"
          footer={
            <>
              <Skeleton className="h-9 w-56" />
              <Skeleton className="h-9 w-44" />
            </>
          }
        >
          <Skeleton lines={3} className="h-18.5" />
        </Card>
        <TitledSection title="Invoices">
          <Skeleton className={invoicesHeight} />
        </TitledSection>
        <Card padding="lg" title="Billing details">
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

import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Card } from '@portal/ui/layout/card'
import type { ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Anchor, AnchorNav } from '../../lib/layout/anchor-nav.tsx'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'
import { SectionShell } from '../../lib/layout/section-shell.tsx'
import { TitledSection } from '../../lib/layout/titled-section.tsx'

const plan: Anchor = { id: 'plan', label: 'Plan', icon: 'credit-card' }
const invoices: Anchor = { id: 'invoices', label: 'Invoices', icon: 'receipt' }
const details: Anchor = { id: 'billing-details', label: 'Billing details', icon: 'building' }
const allAnchors = [plan, invoices, details]
const anchorsWithoutInvoices = [plan, details]

/** As tall as a table with one invoice, the most common case, so that the page does not shift when the invoices load. */
export const invoicesHeight = 'h-19.75 w-full'

/** The header and the navigation of the page, also used while it loads. */
export function BillingShell({
  hasInvoices = true,
  children,
}: {
  hasInvoices?: boolean
  children: ReactNode
}) {
  return (
    <SectionShell
      parent="Billing"
      title="Update Your Billing Information"
      tabTitle="Billing"
      nav={<AnchorNav anchors={hasInvoices ? allAnchors : anchorsWithoutInvoices} />}
    >
      <div className="flex flex-col gap-6">{children}</div>
    </SectionShell>
  )
}

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

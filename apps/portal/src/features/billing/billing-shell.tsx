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

/** Placeholders for the contact, the company and the address, so that the skeleton is as tall as the form. */
const fieldGroups = [
  ['first-name', 'last-name', 'email'],
  ['legal-name', 'legal-number', 'tax-number', 'phone'],
  ['address-1', 'address-2', 'zip-code', 'city', 'state', 'country'],
]

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
              <Skeleton className="h-8.5 w-56" />
              <Skeleton className="h-8.5 w-44" />
            </>
          }
        >
          <Skeleton lines={4} className="h-23.5" />
        </Card>
        <TitledSection title="Invoices">
          <Skeleton className={invoicesHeight} />
        </TitledSection>
        <Card padding="lg" title="Billing details" description="Shown on your invoices.">
          <div className="flex flex-col gap-6">
            {fieldGroups.map((fields) => (
              <div
                key={fields[0]}
                className="grid gap-5 not-first:border-line not-first:border-t not-first:pt-6 tablet:grid-cols-2"
              >
                <Skeleton className="-mb-1.5 h-5 w-24 tablet:col-span-2" />
                {fields.map((name) => (
                  <Skeleton key={name} className="h-15 w-full" />
                ))}
              </div>
            ))}
            <Skeleton className="h-8.5 w-40" />
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

import type { ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Anchor, AnchorNav } from '../../lib/layout/anchor-nav.tsx'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'
import { SectionShell } from '../../lib/layout/section-shell.tsx'

const plan: Anchor = { id: 'plan', label: 'Plan', icon: 'credit-card' }
const invoices: Anchor = { id: 'invoices', label: 'Invoices', icon: 'receipt' }
const details: Anchor = { id: 'billing-details', label: 'Billing details', icon: 'building' }
const allAnchors = [plan, invoices, details]
const anchorsWithoutInvoices = [plan, details]

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
      <div className="**:[animation-delay:0s]">
        <ListPending label="Loading your billing information..." lines={8} />
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

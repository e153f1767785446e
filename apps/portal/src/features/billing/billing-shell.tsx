import type { ReactNode } from 'react'
import { type Anchor, AnchorNav } from '../../lib/layout/anchor-nav.tsx'
import { SectionShell } from '../../lib/layout/section-shell.tsx'

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

import type { ReactNode } from 'react'
import { AnchorNav } from '../../lib/layout/anchor-nav.tsx'
import { SectionShell } from '../../lib/layout/section-shell.tsx'

const anchors = [
  { id: 'plan', title: 'Plan' },
  { id: 'invoices', title: 'Invoices' },
  { id: 'billing-details', title: 'Billing details' },
]

/** The header and the navigation of the page, also used while it loads. */
export function BillingShell({ children }: { children: ReactNode }) {
  return (
    <SectionShell
      parent="Billing"
      title="Update Your Billing Information"
      tabTitle="Billing"
      nav={<AnchorNav anchors={anchors} />}
    >
      <div className="flex flex-col gap-6">{children}</div>
    </SectionShell>
  )
}

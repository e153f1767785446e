import type { Invoice } from '@portal/contract/billing'
import type { PillProps } from '@portal/ui/data/pill'

/** How an invoice stands, in a word. */
export function invoiceState({ status, isOverdue }: Invoice): { label: string; tone: PillProps['tone'] } {
  if (isOverdue) return { label: 'Overdue', tone: 'danger' }
  switch (status) {
    case 'draft':
      return { label: 'Draft', tone: 'neutral' }
    case 'open':
      return { label: 'Open', tone: 'warning' }
    case 'paid':
      return { label: 'Paid', tone: 'success' }
    case 'uncollectible':
      return { label: 'Given up', tone: 'neutral' }
    case 'void':
      return { label: 'Void', tone: 'neutral' }
  }
}

/** An amount in a currency's smallest unit, as people write it. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** digits)
}

export const invoiceName = ({ number, id }: Invoice) => number ?? id

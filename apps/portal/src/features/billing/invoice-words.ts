import type { Invoice } from '@portal/contract/billing'
import type { PillProps } from '@portal/ui/data/pill'

/** Returns the label and tone of an invoice status. */
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
      return { label: 'Uncollectible', tone: 'neutral' }
    case 'void':
      return { label: 'Void', tone: 'neutral' }
  }
}

/** Formats an amount given in the currency's smallest unit. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** digits)
}

export const invoiceName = ({ number, id }: Invoice) => number ?? id

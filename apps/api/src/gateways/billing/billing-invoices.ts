/** Stripe's invoices in our words. */
import type { Stripe } from 'stripe'
import type { ProviderInvoice } from './billing.ts'

const dateOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1_000))

const statuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const

/** An invoice that was given up is still owed. */
const isPayable = ({ status, amount_remaining }: Stripe.Invoice) =>
  (status === 'open' || status === 'uncollectible') && amount_remaining > 0

/**
 * Since when an invoice is due and unpaid; null where it is not. One that is charged by itself is due with its first
 * charge, one that is sent with its due date.
 */
function owedSince(invoice: Stripe.Invoice, now: Date): Date | null {
  if (!isPayable(invoice)) return null
  const { collection_method, due_date, attempted, created, status_transitions } = invoice
  if (collection_method === 'charge_automatically')
    return attempted ? dateOf(status_transitions.finalized_at ?? created) : null
  const due = dateOf(due_date)
  return due !== null && due < now ? due : null
}

export function unpaidSinceOf(invoices: readonly Stripe.Invoice[], now: Date): Date | null {
  const since = invoices.flatMap((invoice) => owedSince(invoice, now)?.getTime() ?? [])
  return since.length === 0 ? null : new Date(Math.min(...since))
}

export function invoiceOf(invoice: Stripe.Invoice, now: Date): ProviderInvoice {
  return {
    id: invoice.id,
    number: invoice.number,
    status: statuses.find((status) => status === invoice.status) ?? 'draft',
    total: invoice.total,
    currency: invoice.currency.toUpperCase(),
    createdAt: new Date(invoice.created * 1_000),
    dueAt: dateOf(invoice.due_date),
    isOverdue: owedSince(invoice, now) !== null,
    pdfUrl: invoice.invoice_pdf ?? null,
    paymentUrl: isPayable(invoice) ? (invoice.hosted_invoice_url ?? null) : null,
  }
}

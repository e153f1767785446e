/** Converts Stripe's invoices. */
import type { Stripe } from 'stripe'
import type { ProviderInvoice } from './billing.ts'
import { dateOf } from './billing-objects.ts'

const statuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const

/** An uncollectible invoice is still payable. */
const isPayable = ({ status, amount_remaining }: Stripe.Invoice) =>
  (status === 'open' || status === 'uncollectible') && amount_remaining > 0

/**
 * Returns when an unpaid invoice became due, or null if it is paid or not due yet. An automatically charged invoice is due
 * with its first charge attempt. Other invoices are due on their due date.
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
    amountDue: isPayable(invoice) ? invoice.amount_remaining : 0,
    currency: invoice.currency.toUpperCase(),
    createdAt: new Date(invoice.created * 1_000),
    dueAt: dateOf(invoice.due_date),
    isOverdue: owedSince(invoice, now) !== null,
    pdfUrl: invoice.invoice_pdf ?? null,
    paymentUrl: isPayable(invoice) ? (invoice.hosted_invoice_url ?? null) : null,
  }
}

const mostPaid = 100

/** Ignores declined cards, because Stripe reports them in a separate event. */
export async function payOpenInvoices(
  stripe: Stripe,
  customerId: string,
  setupIntentId: string,
): Promise<void> {
  const { data } = await stripe.invoices.list({ customer: customerId, status: 'open', limit: mostPaid })
  for (const { id } of data) {
    try {
      await stripe.invoices.pay(id, {}, { idempotencyKey: `pay-${setupIntentId}-${id}` })
    } catch (error) {
      if (!(error instanceof stripe.errors.StripeCardError)) throw error
    }
  }
}

import { type BillingLedger, daySeconds, newId } from './billing-ledger.ts'
import { type Invoice, make, type Subscription } from './stripe-objects.ts'

/** Days until each retry of a failed charge. If the last retry fails, the subscription is canceled. */
const retryAfterDays = [3, 5, 7]

/** Creates and finalizes the invoice for the current period of a subscription. */
export function makeInvoice(
  ledger: BillingLedger,
  subscription: Subscription,
  reason: Invoice['billing_reason'],
): Invoice {
  const now = ledger.now(subscription.customer)
  const customer = ledger.customer(subscription.customer)
  const [item] = subscription.items.data
  const isTrial = subscription.status === 'trialing'
  const amount = isTrial ? 0 : item.price.unit_amount
  const id = newId('in')
  const sequence = customer.next_invoice_sequence ?? 1
  customer.next_invoice_sequence = sequence + 1
  const line = make<Invoice['lines']['data'][number]>({
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: 'usd',
    description: isTrial ? `Trial period for ${item.price.nickname}` : `1 × ${item.price.nickname}`,
    period: { start: item.current_period_start, end: item.current_period_end },
    quantity: 1,
  })
  const invoice = make<Invoice>({
    id,
    object: 'invoice',
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    attempt_count: 0,
    attempted: false,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: 'usd',
    customer: customer.id,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    due_date: null,
    hosted_invoice_url: `${ledger.origin}/invoices/${id}`,
    invoice_pdf: `${ledger.origin}/invoices/${id}/pdf`,
    lines: { object: 'list', data: [line], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    parent: {
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: item.current_period_end,
    period_start: item.current_period_start,
    status: 'open',
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: amount,
    total: amount,
  })
  ledger.state.invoices[id] = invoice
  subscription.latest_invoice = id
  ledger.emit('invoice.created', invoice)
  ledger.emit('invoice.finalized', invoice)
  return invoice
}

/** Returns the payment method that the next charge would use, or null if there is none. */
export function methodOf(ledger: BillingLedger, subscription: Subscription): string | null {
  return (
    subscription.default_payment_method ??
    ledger.customer(subscription.customer).invoice_settings.default_payment_method
  )
}

/** Returns why a charge of this payment method fails, or undefined if it succeeds. */
export function refusalOf(ledger: BillingLedger, method: string | null): string | undefined {
  return method === null ? 'There is no payment method on file.' : ledger.state.refusingMethods[method]
}

/**
 * Charges the payment method for an open invoice.
 * @returns the reason if the charge failed, or undefined otherwise
 */
export function payInvoice(
  ledger: BillingLedger,
  invoice: Invoice,
  method: string | null,
): string | undefined {
  if (invoice.status !== 'open') return undefined
  const refusal = invoice.amount_due > 0 ? refusalOf(ledger, method) : undefined
  if (invoice.amount_due > 0) invoice.attempt_count += 1
  if (refusal === undefined) {
    settle(ledger, invoice)
    return undefined
  }
  const wait = retryAfterDays[invoice.attempt_count - 1]
  invoice.attempted = true
  invoice.next_payment_attempt = wait === undefined ? null : ledger.now(invoice.customer) + wait * daySeconds
  ledger.emit('invoice.payment_failed', invoice)
  return refusal
}

/** Marks an open invoice as paid. */
export function settle(ledger: BillingLedger, invoice: Invoice): void {
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.attempted = true
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = ledger.now(invoice.customer)
  ledger.emit('invoice.paid', invoice)
  ledger.emit('invoice.payment_succeeded', invoice)
}

/** Returns a customer's invoices, newest first. */
export function invoicesOf(ledger: BillingLedger, customerId: string): Invoice[] {
  return Object.values(ledger.state.invoices)
    .filter((invoice) => invoice.customer === customerId)
    .reverse()
}

export function openInvoices(ledger: BillingLedger, { id, customer }: Subscription): Invoice[] {
  return invoicesOf(ledger, customer).filter(
    ({ status, parent }) => status === 'open' && parent.subscription_details.subscription === id,
  )
}

import type { BillingLedger } from './billing-ledger.ts'
import { newId } from './billing-state.ts'
import type { Invoice, Price, Subscription } from './stripe-objects.ts'

const daySeconds = 86_400
/** Days until each retry of a failed charge. If the last retry fails, the subscription is canceled. */
const retryAfterDays = [3, 5, 7]

function nextNumber(ledger: BillingLedger, customerId: string): string {
  const customer = ledger.customer(customerId)
  const number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`
  customer.next_invoice_sequence += 1
  return number
}

/** Creates and finalizes the invoice for the current period of a subscription. */
export function makeInvoice(
  ledger: BillingLedger,
  subscription: Subscription,
  reason: Invoice['billing_reason'],
): Invoice {
  const now = ledger.now(subscription.customer)
  const customer = ledger.customer(subscription.customer)
  const item = subscription.items.data[0]
  if (!item) throw new Error(`${subscription.id} has no item`)
  const isTrial = subscription.status === 'trialing'
  const amount = isTrial ? 0 : item.price.unit_amount * item.quantity
  const id = newId('in')
  const period = { start: item.current_period_start, end: item.current_period_end }
  const invoice: Invoice = {
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
    default_payment_method: null,
    description: null,
    due_date: null,
    hosted_invoice_url: `${ledger.origin}/invoices/${id}`,
    invoice_pdf: `${ledger.origin}/invoices/${id}/pdf`,
    lines: {
      object: 'list',
      data: [lineOf(item.price, amount, isTrial, period)],
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: nextNumber(ledger, customer.id),
    parent: {
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: period.end,
    period_start: period.start,
    status: 'open',
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: amount,
    total: amount,
  }
  ledger.state.invoices[id] = invoice
  subscription.latest_invoice = id
  ledger.emit('invoice.created', invoice)
  ledger.emit('invoice.finalized', invoice)
  return invoice
}

function lineOf(price: Price, amount: number, isTrial: boolean, period: { start: number; end: number }) {
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: 'usd',
    description: isTrial ? `Trial period for ${price.nickname}` : `1 × ${price.nickname}`,
    period,
    quantity: 1,
  } as const
}

/** Returns the payment method that the next charge would use, or null if there is none. */
export function methodOf(ledger: BillingLedger, subscription: Subscription): string | null {
  return (
    subscription.default_payment_method ??
    ledger.customer(subscription.customer).invoice_settings.default_payment_method
  )
}

function settle(ledger: BillingLedger, invoice: Invoice): void {
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.attempted = true
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = ledger.now(invoice.customer)
  ledger.emit('invoice.paid', invoice)
  ledger.emit('invoice.payment_succeeded', invoice)
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
  if (invoice.amount_due > 0) {
    const refusal =
      method === null ? 'There is no payment method on file.' : ledger.state.refusingMethods[method]
    invoice.attempt_count += 1
    invoice.attempted = true
    if (refusal !== undefined) {
      const wait = retryAfterDays[invoice.attempt_count - 1]
      const now = ledger.now(invoice.customer)
      invoice.next_payment_attempt = wait === undefined ? null : now + wait * daySeconds
      ledger.emit('invoice.payment_failed', invoice)
      return refusal
    }
  }
  settle(ledger, invoice)
  return undefined
}

/** Marks an invoice as paid without a charge. */
export function payOutOfBand(ledger: BillingLedger, invoice: Invoice): void {
  if (invoice.status === 'open') settle(ledger, invoice)
}

export function voidInvoice(ledger: BillingLedger, invoice: Invoice): void {
  invoice.status = 'void'
  invoice.next_payment_attempt = null
  invoice.status_transitions.voided_at = ledger.now(invoice.customer)
  ledger.emit('invoice.voided', invoice)
}

/** Returns a customer's invoices, newest first. */
export function invoicesOf(ledger: BillingLedger, customerId: string): Invoice[] {
  return Object.values(ledger.state.invoices)
    .filter((invoice) => invoice.customer === customerId)
    .reverse()
}

import type { BillingOverview, Invoice } from '@portal/contract/billing/billing'

export const invoiceName = ({ number, id }: Invoice): string => number ?? id

/** Formats an amount given in the currency's smallest unit. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** digits)
}

/** The label of a link to the payment page of an invoice. */
export const payLabel = ({ amountDue, currency }: Invoice): string => `Pay ${money(amountDue, currency)}`

/** Returns the overdue invoice to pay first: the oldest one that has a payment page. */
export function oldestOverdue(invoices: readonly Invoice[] | undefined): Invoice | undefined {
  return invoices?.findLast(({ isOverdue, paymentUrl }) => isOverdue && paymentUrl)
}

/**
 * Returns the billing state without a debt that the provider reports as paid. The API learns of a payment from the provider's
 * webhook, so its state is older than the invoices for a moment.
 */
export function withPayments(
  overview: BillingOverview,
  invoices: readonly Invoice[] | undefined,
): BillingOverview {
  const { unpaidSince } = overview
  const oldest = invoices?.at(-1)
  // The unpaid invoice may be older than the listed ones.
  const isListed = unpaidSince !== null && oldest !== undefined && oldest.createdAt <= unpaidSince
  if (!isListed || invoices?.some(({ isOverdue }) => isOverdue)) return overview
  return { ...overview, unpaidSince: null, suspendsAt: null }
}

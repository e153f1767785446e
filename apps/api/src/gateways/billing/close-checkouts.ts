import type { Stripe } from 'stripe'

/** Closes the customer's open checkout pages. Ignores a page that was completed or has expired in the meantime. */
export async function closeCheckouts(stripe: Stripe, customerId: string): Promise<void> {
  const open = { customer: customerId, status: 'open' as const, limit: 100 }
  const { data } = await stripe.checkout.sessions.list(open)
  for (const { id } of data) {
    try {
      await stripe.checkout.sessions.expire(id)
    } catch (error) {
      if (!(error instanceof stripe.errors.StripeInvalidRequestError)) throw error
    }
  }
}

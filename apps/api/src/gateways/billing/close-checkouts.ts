import type { Stripe } from 'stripe'

type Session = Stripe.Checkout.Session
type NewCheckout = Stripe.Checkout.SessionCreateParams & { customer: string }

async function listOpen(stripe: Stripe, customerId: string): Promise<Session[]> {
  const open = { customer: customerId, status: 'open' as const, limit: 100 }
  return (await stripe.checkout.sessions.list(open)).data
}

/** Ignores a page that was completed or has expired in the meantime. */
async function expire(stripe: Stripe, sessions: readonly Session[]): Promise<void> {
  for (const { id } of sessions) {
    try {
      await stripe.checkout.sessions.expire(id)
    } catch (error) {
      if (!(error instanceof stripe.errors.StripeInvalidRequestError)) throw error
    }
  }
}

/** Closes the customer's open checkout pages. */
export async function closeCheckouts(stripe: Stripe, customerId: string): Promise<void> {
  await expire(stripe, await listOpen(stripe, customerId))
}

/**
 * Keeps the customer's oldest open page for the same purpose and closes all others. Concurrent calls keep the same page: the provider lists
 * the newest first, so the list also orders pages of the same second.
 */
async function keepOldest(stripe: Stripe, wanted: NewCheckout): Promise<Session | undefined> {
  const open = await listOpen(stripe, wanted.customer)
  const [kept] = open
    .filter(({ mode, success_url }) => mode === wanted.mode && success_url === wanted.success_url)
    .toReversed()
    .sort((left, right) => left.created - right.created)
  await expire(
    stripe,
    open.filter((session) => session !== kept),
  )
  return kept
}

/**
 * Opens a checkout page, or returns the open one: if each tab had a page of its own, a user could complete several of them
 * and would have several subscriptions.
 */
export async function openCheckout(stripe: Stripe, wanted: NewCheckout, idempotencyKey: string) {
  const open = await keepOldest(stripe, wanted)
  if (open) return open
  const created = await stripe.checkout.sessions.create(wanted, { idempotencyKey })
  return (await keepOldest(stripe, wanted)) ?? created
}

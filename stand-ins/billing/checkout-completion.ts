import type { BillingLedger } from './billing-ledger.ts'
import { attachCard } from './customers.ts'
import type { CheckoutSession } from './stripe-objects.ts'
import { priceFor } from './subscription-calls.ts'
import { createSubscription } from './subscriptions.ts'
import type { Card } from './test-cards.ts'

/**
 * Completes a checkout session with a valid card. A subscription session charges the card immediately, unless it starts
 * with a trial. A setup session attaches the card but does not make it the default.
 * @returns the reason if the card was declined, or undefined if the session is complete
 */
export function completeCheckout(
  ledger: BillingLedger,
  session: CheckoutSession,
  card: Card,
  holder: string,
): string | undefined {
  const customer = ledger.customer(session.customer)
  const order = ledger.state.checkoutOrders[session.id]
  if (order && order.trialEnd === null && card.refusesCharges !== undefined) return card.refusesCharges
  const method = attachCard(ledger, customer, card, holder)
  if (order) {
    const subscription = createSubscription(ledger, {
      customer: customer.id,
      price: priceFor(order.priceId, 'price'),
      trialEnd: order.trialEnd,
      metadata: order.metadata,
      defaultPaymentMethod: method.id,
    })
    session.subscription = subscription.id
    session.invoice = subscription.latest_invoice
    session.payment_status = 'paid'
  }
  const setup = session.setup_intent === null ? undefined : ledger.state.setup_intents[session.setup_intent]
  if (setup) {
    setup.payment_method = method.id
    setup.status = 'succeeded'
    ledger.emit('setup_intent.succeeded', setup)
  }
  session.status = 'complete'
  session.url = null
  ledger.emit('checkout.session.completed', session)
  return undefined
}

import type { FastifyInstance } from 'fastify'
import { html } from '../serving/html.ts'
import { noticePage, type Page, sendPage } from '../serving/page.ts'
import type { BillingLedger, BillingParts } from './billing-ledger.ts'
import { cardForm, standIn, type Typed, takeCard } from './card-form.ts'
import { priceFor } from './catalog.ts'
import { attachCard } from './customers.ts'
import { day, money } from './money-and-dates.ts'
import type { CheckoutSession } from './stripe-objects.ts'
import { createSubscription } from './subscriptions.ts'
import type { Card } from './test-cards.ts'

/**
 * Completes a checkout session with a valid card. A subscription session charges the card immediately, unless it starts
 * with a trial. A setup session attaches the card but does not make it the default.
 * @returns the reason if the card was declined, or undefined if the session is complete
 */
function complete(ledger: BillingLedger, session: CheckoutSession, card: Card): string | undefined {
  const customer = ledger.customer(session.customer)
  const order = ledger.state.checkoutOrders[session.id]
  if (order && order.trialEnd === null && card.refusesCharges !== undefined) return card.refusesCharges
  const method = attachCard(ledger, customer, card)
  if (order) {
    const { trialEnd, metadata } = order
    const subscription = createSubscription(ledger, {
      customer: customer.id,
      price: priceFor(order.priceId),
      trialEnd,
      metadata,
      defaultPaymentMethod: method.id,
    })
    session.subscription = subscription.id
    session.invoice = subscription.latest_invoice
    session.payment_status = 'paid'
  }
  const setup = ledger.state.setup_intents[session.setup_intent ?? '']
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

function checkoutPage(ledger: BillingLedger, session: CheckoutSession, typed: Typed = {}): Page {
  const order = ledger.state.checkoutOrders[session.id]
  const price = order && priceFor(order.priceId)
  const title = price ? `Subscribe to ${price.nickname}` : 'Add payment details'
  const what =
    price && order
      ? html`<p>${money(price.unit_amount)} per month${order.trialEnd !== null && html`, from ${day(order.trialEnd)}`}</p>`
      : html`<p>Your card is kept for later payments.</p>`
  const body = html`${session.cancel_url && html`<p><a href="${session.cancel_url}">Back</a></p>`}
<div class="card"><h1>${title}</h1>
${what}<p class="soft">${ledger.state.customers[session.customer]?.email}</p>
${cardForm(`/checkout/${session.id}`, price ? 'Subscribe' : 'Save card', typed)}</div>`
  return { title, standIn, body }
}

const returnUrl = ({ success_url, id }: CheckoutSession) =>
  success_url.replaceAll('{CHECKOUT_SESSION_ID}', id)

function closedPage(session: CheckoutSession): Page {
  const isComplete = session.status === 'complete'
  const [title, sentence, link] = isComplete
    ? ['You’re all done here', 'Your details have been saved.', returnUrl(session)]
    : ['This page has expired', 'Go back and start again.', session.cancel_url]
  return noticePage(standIn, title, sentence, link && html`<a class="button" href="${link}">Go back</a>`)
}

/** Registers the hosted checkout pages. */
export function registerCheckoutPages(app: FastifyInstance, parts: BillingParts): void {
  const { ledger } = parts
  type Route = { Params: { id: string } }
  const find = (id: string) => {
    const session = ledger.state.checkout_sessions[id]
    if (session?.status === 'open' && ledger.now() >= session.expires_at) session.status = 'expired'
    return session
  }

  app.get<Route>('/checkout/:id', async ({ params }, reply) => {
    const session = find(params.id)
    if (!session) return reply.callNotFound()
    const isOpen = session.status === 'open'
    return sendPage(reply, 200, isOpen ? checkoutPage(ledger, session) : closedPage(session))
  })

  app.post<Route>('/checkout/:id', async ({ params, body }, reply) => {
    const session = find(params.id)
    if (!session) return reply.callNotFound()
    if (session.status !== 'open') return sendPage(reply, 200, closedPage(session))
    return takeCard(parts, reply, body, {
      customerId: session.customer,
      show: (typed) => checkoutPage(ledger, session, typed),
      take: (card) => complete(ledger, session, card),
      next: returnUrl(session),
    })
  })
}

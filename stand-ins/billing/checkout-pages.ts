import type { FastifyInstance } from 'fastify'
import { html } from '../serving/html.ts'
import { type Page, sendPage } from '../serving/page.ts'
import type { BillingLedger } from './billing-ledger.ts'
import { type CardFields, cardFieldsOf, cardForm, cardOf, emptyCard, testCardHint } from './card-form.ts'
import { findPrice } from './catalog.ts'
import { completeCheckout } from './checkout-completion.ts'
import { day, money } from './money-and-dates.ts'
import type { CheckoutSession } from './stripe-objects.ts'
import type { WebhookSender } from './webhook-sender.ts'

export const standIn = 'billing provider'
/** How long a page waits for the product to accept the webhooks. */
const webhookWaitMs = 10_000

function checkoutPage(
  ledger: BillingLedger,
  session: CheckoutSession,
  typed: CardFields = emptyCard,
  problem?: string,
): Page {
  const order = ledger.state.checkoutOrders[session.id]
  const price = order && findPrice(order.priceId)
  const email = ledger.state.customers[session.customer]?.email
  const title = price ? `Subscribe to ${price.nickname}` : 'Add payment details'
  const what =
    price && order
      ? html`<p>${money(price.unit_amount)} per month${order.trialEnd !== null && html`, from ${day(order.trialEnd)}`}</p>`
      : html`<p>Your card is kept for later payments.</p>`
  const body = html`${session.cancel_url && html`<p><a href="${session.cancel_url}">Back</a></p>`}
<div class="card"><h1>${title}</h1>
${what}<p class="soft">${email}</p>
${cardForm({ action: `/checkout/${session.id}`, button: price ? 'Subscribe' : 'Save card', typed, problem })}
${testCardHint}</div>`
  return { title, standIn, body }
}

function closedPage(title: string, sentence: string, link?: string | null): Page {
  const body = html`<div class="card"><h1>${title}</h1><p>${sentence}</p>${link && html`<p><a class="button" href="${link}">Go back</a></p>`}</div>`
  return { title, standIn, body }
}

/** Registers the hosted checkout pages. */
export function registerCheckoutPages(
  app: FastifyInstance,
  ledger: BillingLedger,
  sender: WebhookSender,
): void {
  const find = (id: string) => {
    const session = ledger.state.checkout_sessions[id]
    if (session?.status === 'open' && ledger.now() >= session.expires_at) session.status = 'expired'
    return session
  }
  const missing = closedPage('Something went wrong', 'There is no checkout session at this address.')
  const closed = (session: CheckoutSession) =>
    session.status === 'complete'
      ? closedPage('You’re all done here', 'Your details have been saved.', returnUrl(session))
      : closedPage('This page has expired', 'Go back and start again.', session.cancel_url)

  app.get<{ Params: { id: string } }>('/checkout/:id', async ({ params }, reply) => {
    const session = find(params.id)
    if (!session) return sendPage(reply, 404, missing)
    return sendPage(reply, 200, session.status === 'open' ? checkoutPage(ledger, session) : closed(session))
  })

  app.post<{ Params: { id: string } }>('/checkout/:id', async ({ params, body }, reply) => {
    const session = find(params.id)
    if (!session) return sendPage(reply, 404, missing)
    if (session.status !== 'open') return sendPage(reply, 200, closed(session))
    const typed = cardFieldsOf(body)
    const card = cardOf(typed, new Date(ledger.now(session.customer) * 1_000))
    const problem = typeof card === 'string' ? card : completeCheckout(ledger, session, card, typed.name)
    if (problem !== undefined) return sendPage(reply, 402, checkoutPage(ledger, session, typed, problem))
    await sender.settle(webhookWaitMs)
    return reply.redirect(returnUrl(session), 303)
  })
}

function returnUrl(session: CheckoutSession): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

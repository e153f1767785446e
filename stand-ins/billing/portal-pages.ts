import type { FastifyInstance } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { type Html, html } from '../serving/html.ts'
import { noticePage, type Page, sendPage } from '../serving/page.ts'
import type { BillingLedger, BillingParts } from './billing-ledger.ts'
import { cardForm, standIn, type Typed, takeCard } from './card-form.ts'
import { attachCard, makeDefault, methodsOf } from './customers.ts'
import { invoiceTable } from './invoice-pages.ts'
import { invoicesOf } from './invoices.ts'
import { day, money } from './money-and-dates.ts'
import type { PortalSession, Subscription } from './stripe-objects.ts'
import { liveSubscriptions, updated } from './subscriptions.ts'

function subscriptionPart(session: PortalSession, subscription: Subscription): Html {
  const [item] = subscription.items.data
  const next = day(item.current_period_end)
  const isEnding = subscription.cancel_at_period_end || subscription.cancel_at !== null
  const state = isEnding
    ? `Ends on ${subscription.cancel_at === null ? next : day(subscription.cancel_at)}`
    : subscription.status === 'trialing'
      ? `Trial until ${day(subscription.trial_end)}`
      : subscription.status === 'past_due'
        ? 'Payment overdue'
        : `Renews on ${next}`
  const act = isEnding ? 'renew' : 'cancel'
  return html`<p><strong>${item.price.nickname}</strong>, ${money(item.price.unit_amount)} per month<br>
<span class="soft">${state}</span></p>
<form method="post" action="/portal/${session.id}/${act}"><input type="hidden" name="subscription" value="${subscription.id}">
<button class="quiet">${isEnding ? 'Don’t cancel' : 'Cancel subscription'}</button></form>`
}

function portalPage(ledger: BillingLedger, session: PortalSession, typed: Typed = {}): Page {
  const customer = ledger.customer(session.customer)
  const { default_payment_method: usual } = customer.invoice_settings
  const methods = methodsOf(ledger, customer.id).map(
    ({
      id,
      card,
    }) => html`<li>${card.brand} ending in ${card.last4}, expires ${card.exp_month}/${card.exp_year}
${id === usual && html`<span class="badge">default</span>`}</li>`,
  )
  const subscriptions = liveSubscriptions(ledger, customer.id)
  const body = html`${session.return_url && html`<p><a href="${session.return_url}">Back</a></p>`}
<div class="card"><h1>Billing of ${customer.email ?? customer.id}</h1>
<h2>Current subscription</h2>
${subscriptions.length === 0 ? html`<p class="soft">None.</p>` : subscriptions.map((one) => subscriptionPart(session, one))}</div>
<div class="card"><h2>Payment method</h2>
${methods.length === 0 ? html`<p class="soft">None on file.</p>` : html`<ul>${methods}</ul>`}
<h2>Add a payment method</h2>
${cardForm(`/portal/${session.id}/card`, 'Add card', typed)}</div>
<div class="card"><h2>Invoice history</h2>${invoiceTable(invoicesOf(ledger, customer.id))}</div>`
  return { title: 'Billing', standIn, body, isWide: true }
}

/** Registers the customer portal, with payment method, invoices and cancellation. */
export function registerPortalPages(app: FastifyInstance, parts: BillingParts): void {
  const { ledger, sender } = parts
  type Route = { Params: { id: string } }
  const missing = noticePage(standIn, 'This page has expired', 'Go back and open it again.')

  app.get<Route>('/portal/:id', async ({ params }, reply) => {
    const session = ledger.state.portal_sessions[params.id]
    return session ? sendPage(reply, 200, portalPage(ledger, session)) : sendPage(reply, 404, missing)
  })

  app.post<Route>('/portal/:id/card', async ({ params, body }, reply) => {
    const session = ledger.state.portal_sessions[params.id]
    if (!session) return sendPage(reply, 404, missing)
    return takeCard(parts, reply, body, {
      customerId: session.customer,
      show: (typed) => portalPage(ledger, session, typed),
      take: (card) => {
        const customer = ledger.customer(session.customer)
        makeDefault(ledger, customer, attachCard(ledger, customer, card).id)
        return undefined
      },
      next: `/portal/${session.id}`,
    })
  })

  for (const act of ['cancel', 'renew'])
    app.post<Route>(`/portal/:id/${act}`, async ({ params, body }, reply) => {
      const session = ledger.state.portal_sessions[params.id]
      const subscription = ledger.state.subscriptions[formField(body, 'subscription')]
      if (!session || subscription?.customer !== session.customer) return sendPage(reply, 404, missing)
      const isCancel = act === 'cancel'
      subscription.cancel_at_period_end = isCancel
      subscription.cancel_at = isCancel ? subscription.items.data[0].current_period_end : null
      subscription.canceled_at = isCancel ? ledger.now(session.customer) : null
      updated(ledger, subscription)
      await sender.settle()
      return reply.redirect(`/portal/${session.id}`, 303)
    })
}

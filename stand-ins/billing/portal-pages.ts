import type { FastifyInstance } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { type Html, html } from '../serving/html.ts'
import { type Page, sendPage } from '../serving/page.ts'
import type { BillingLedger } from './billing-ledger.ts'
import { type CardFields, cardFieldsOf, cardForm, cardOf, emptyCard, testCardHint } from './card-form.ts'
import { standIn } from './checkout-pages.ts'
import { attachCard, makeDefault, methodsOf } from './customers.ts'
import { invoicesOf } from './invoices.ts'
import { day, money } from './money-and-dates.ts'
import type { Invoice, PortalSession, Subscription } from './stripe-objects.ts'
import { liveSubscriptions, updated } from './subscriptions.ts'
import type { WebhookSender } from './webhook-sender.ts'

const webhookWaitMs = 10_000

function subscriptionPart(session: PortalSession, subscription: Subscription): Html {
  const [item] = subscription.items.data
  const next = day(item?.current_period_end ?? null)
  const isEnding = subscription.cancel_at_period_end || subscription.cancel_at !== null
  const state = isEnding
    ? `Ends on ${subscription.cancel_at === null ? next : day(subscription.cancel_at)}`
    : subscription.status === 'trialing'
      ? `Trial until ${day(subscription.trial_end)}`
      : subscription.status === 'past_due'
        ? 'Payment overdue'
        : `Renews on ${next}`
  const act = isEnding ? 'renew' : 'cancel'
  return html`<p><strong>${item?.price.nickname}</strong>, ${money(item?.price.unit_amount ?? 0)} per month<br>
<span class="soft">${state}</span></p>
<form method="post" action="/portal/${session.id}/${act}"><input type="hidden" name="subscription" value="${subscription.id}">
<button class="quiet">${isEnding ? 'Don’t cancel' : 'Cancel subscription'}</button></form>`
}

export function invoiceTable(invoices: Invoice[]): Html {
  if (invoices.length === 0) return html`<p class="soft">No invoices yet.</p>`
  const rows = invoices.map(
    ({ number, created, total, status, hosted_invoice_url: url, invoice_pdf: pdf }) => html`<tr>
<td>${day(created)}</td><td><a href="${url}">${number}</a></td><td>${money(total)}</td><td>${status}</td><td><a href="${pdf}">PDF</a></td></tr>`,
  )
  return html`<table><thead><tr><th>Date</th><th>Number</th><th>Amount</th><th>Status</th><th>Document</th></tr></thead><tbody>${rows}</tbody></table>`
}

function portalPage(
  ledger: BillingLedger,
  session: PortalSession,
  typed: CardFields = emptyCard,
  problem?: string,
): Page {
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
${cardForm({ action: `/portal/${session.id}/card`, button: 'Add card', typed, problem })}${testCardHint}</div>
<div class="card"><h2>Invoice history</h2>${invoiceTable(invoicesOf(ledger, customer.id))}</div>`
  return { title: 'Billing', standIn, body, isWide: true }
}

/** Registers the customer portal, with payment method, invoices and cancellation. */
export function registerPortalPages(
  app: FastifyInstance,
  ledger: BillingLedger,
  sender: WebhookSender,
): void {
  type Route = { Params: { id: string } }
  const missing: Page = {
    title: 'This page has expired',
    standIn,
    body: html`<div class="card"><h1>This page has expired</h1><p>Go back and open it again.</p></div>`,
  }

  app.get<Route>('/portal/:id', async ({ params }, reply) => {
    const session = ledger.state.portal_sessions[params.id]
    return session ? sendPage(reply, 200, portalPage(ledger, session)) : sendPage(reply, 404, missing)
  })

  app.post<Route>('/portal/:id/card', async ({ params, body }, reply) => {
    const session = ledger.state.portal_sessions[params.id]
    if (!session) return sendPage(reply, 404, missing)
    const typed = cardFieldsOf(body)
    const card = cardOf(typed, new Date(ledger.now(session.customer) * 1_000))
    if (typeof card === 'string') return sendPage(reply, 402, portalPage(ledger, session, typed, card))
    const customer = ledger.customer(session.customer)
    makeDefault(ledger, customer, attachCard(ledger, customer, card, typed.name).id)
    await sender.settle(webhookWaitMs)
    return reply.redirect(`/portal/${session.id}`, 303)
  })

  for (const act of ['cancel', 'renew'] as const)
    app.post<Route>(`/portal/:id/${act}`, async ({ params, body }, reply) => {
      const session = ledger.state.portal_sessions[params.id]
      const subscription = ledger.state.subscriptions[formField(body, 'subscription')]
      if (!session || subscription?.customer !== session.customer) return sendPage(reply, 404, missing)
      subscription.cancel_at_period_end = act === 'cancel'
      subscription.cancel_at =
        act === 'cancel' ? (subscription.items.data[0]?.current_period_end ?? null) : null
      subscription.canceled_at = act === 'cancel' ? ledger.now(session.customer) : null
      updated(ledger, subscription)
      await sender.settle(webhookWaitMs)
      return reply.redirect(`/portal/${session.id}`, 303)
    })
}

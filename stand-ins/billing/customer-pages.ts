import type { FastifyInstance } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { type Html, html } from '../serving/html.ts'
import { livePage } from '../serving/live-page.ts'
import { type Page, sendPage } from '../serving/page.ts'
import type { BillingLedger, BillingParts } from './billing-ledger.ts'
import { standIn } from './card-form.ts'
import { planNames } from './catalog.ts'
import { methodsOf } from './customers.ts'
import { invoiceTable } from './invoice-pages.ts'
import { invoicesOf } from './invoices.ts'
import { day, dayAndTime } from './money-and-dates.ts'
import { putOnPlan } from './plan-change.ts'
import type { Customer, StripeEvent } from './stripe-objects.ts'
import { advanceClock } from './subscription-clock.ts'
import { liveSubscriptions } from './subscriptions.ts'

const shownEvents = 30
const steps = [1, 3, 7, 28, 31]

function subscriptionLine(ledger: BillingLedger, customer: Customer): string {
  const lines = liveSubscriptions(ledger, customer.id).map(({ items, status, trial_end, cancel_at }) => {
    const end =
      status === 'trialing' ? `, until ${day(trial_end)}` : cancel_at ? `, ends ${day(cancel_at)}` : ''
    return `${items.data[0].price.nickname}: ${status}${end}`
  })
  return lines.join('; ') || 'no subscription'
}

function listPage(ledger: BillingLedger, text: string): Page {
  const waiting = Object.keys(ledger.state.deliveries).length
  const row = (customer: Customer) =>
    html`<tr><td><a href="/customers/${customer.id}">${customer.email ?? customer.id}</a></td>
<td>${customer.name}</td><td>${subscriptionLine(ledger, customer)}</td></tr>`
  return livePage({
    title: 'Customers',
    standIn,
    intro: html`<p class="soft">All customers that the product has created, with their subscriptions. ${
      waiting > 0 && `${waiting} webhooks wait to be taken.`
    }</p>`,
    search: { name: 'search', label: 'Search by address or name', button: 'Search', text },
    items: ledger
      .customers()
      .filter(({ email, name }) => `${email} ${name}`.toLowerCase().includes(text.toLowerCase())),
    noun: 'customer',
    render: (shown) =>
      html`<table><thead><tr><th>Address</th><th>Name</th><th>Subscription</th></tr></thead><tbody>${shown.map(row)}</tbody></table>`,
  })
}

function isAbout(event: StripeEvent, customerId: string): boolean {
  const subject: { id?: unknown; customer?: unknown } = event.data.object
  return subject.id === customerId || subject.customer === customerId
}

function button(customer: Customer, name: 'plan' | 'days', value: string | number, label: string): Html {
  return html`<form method="post" action="/customers/${customer.id}/change">
<input type="hidden" name="${name}" value="${value}"><button class="quiet">${label}</button></form>`
}

function customerPage(ledger: BillingLedger, customer: Customer): Page {
  const events = Object.values(ledger.state.events)
    .filter((event) => isAbout(event, customer.id))
    .slice(-shownEvents)
    .reverse()
  const rows = events.map(
    ({ created, type, pending_webhooks: waiting }) =>
      html`<tr><td>${dayAndTime(created)}</td><td><code>${type}</code></td><td>${waiting === 0 ? 'taken' : 'waiting'}</td></tr>`,
  )
  const cards = methodsOf(ledger, customer.id).map(({ card }) => `${card.brand} ${card.last4}`)
  const body = html`<p><a href="/">All customers</a></p>
<div class="card"><h1>${customer.email ?? customer.id}</h1>
<dl><dt>Id</dt><dd><code>${customer.id}</code></dd><dt>Name</dt><dd>${customer.name}</dd>
<dt>Subscription</dt><dd>${subscriptionLine(ledger, customer)}</dd><dt>Cards</dt><dd>${cards.join(', ') || 'none'}</dd>
<dt>Their clock</dt><dd>${dayAndTime(ledger.now(customer.id))}</dd></dl>
<h2>Put on a plan</h2><div class="row">${planNames.map((plan) => button(customer, 'plan', plan, plan))}</div>
<h2>Move the clock forward</h2><div class="row">${steps.map((days) => button(customer, 'days', days, days === 1 ? '1 day' : `${days} days`))}</div></div>
<div class="card"><h2>Invoices</h2>${invoiceTable(invoicesOf(ledger, customer.id))}</div>
<div class="card"><h2>Events</h2><table><thead><tr><th>When</th><th>Event</th><th>Webhook</th></tr></thead><tbody>${rows}</tbody></table></div>`
  return { title: customer.email ?? customer.id, standIn, body, isWide: true }
}

/** Registers the pages that list all customers and change their plans and clocks. */
export function registerCustomerPages(app: FastifyInstance, { ledger, sender }: BillingParts): void {
  type Route = { Params: { id: string } }

  app.get('/', async ({ query }, reply) => sendPage(reply, 200, listPage(ledger, formField(query, 'search'))))

  app.get<Route>('/customers/:id', async ({ params }, reply) => {
    const customer = ledger.customers().find(({ id }) => id === params.id)
    return customer ? sendPage(reply, 200, customerPage(ledger, customer)) : reply.redirect('/', 303)
  })

  app.post<Route>('/customers/:id/change', async ({ params, body }, reply) => {
    const customer = ledger.customers().find(({ id }) => id === params.id)
    if (!customer) return reply.redirect('/', 303)
    const plan = planNames.find((name) => name === formField(body, 'plan'))
    const days = Number(formField(body, 'days'))
    if (plan) putOnPlan(ledger, customer, plan)
    if (steps.includes(days)) advanceClock(ledger, customer.id, days * 86_400)
    await sender.settle()
    return reply.redirect(`/customers/${customer.id}`, 303)
  })
}

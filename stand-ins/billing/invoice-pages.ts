import type { FastifyInstance } from 'fastify'
import { html } from '../serving/html.ts'
import { type Page, sendPage } from '../serving/page.ts'
import type { BillingLedger } from './billing-ledger.ts'
import { type CardFields, cardFieldsOf, cardForm, cardOf, emptyCard, testCardHint } from './card-form.ts'
import { standIn } from './checkout-pages.ts'
import { attachCard, makeDefault } from './customers.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { payInvoice } from './invoices.ts'
import { day, money } from './money-and-dates.ts'
import type { Invoice } from './stripe-objects.ts'
import type { WebhookSender } from './webhook-sender.ts'

const webhookWaitMs = 10_000

function invoicePage(invoice: Invoice, typed: CardFields = emptyCard, problem?: string): Page {
  const title = `Invoice ${invoice.number}`
  const lines = invoice.lines.data.map(
    ({ description, amount }) => html`<tr><td>${description}</td><td>${money(amount)}</td></tr>`,
  )
  const body = html`<div class="card"><h1>${title}</h1>
<dl><dt>Date</dt><dd>${day(invoice.created)}</dd><dt>Billed to</dt><dd>${invoice.customer_name} ${invoice.customer_email}</dd>
<dt>Status</dt><dd>${invoice.status}</dd></dl>
<table><thead><tr><th>What</th><th>Amount</th></tr></thead><tbody>${lines}</tbody></table>
<p><strong>${money(invoice.amount_remaining)} due</strong></p>
<p><a href="/invoices/${invoice.id}/pdf">Download as PDF</a></p>
${
  invoice.status === 'open' &&
  html`<h2>Pay this invoice</h2>${cardForm({ action: `/invoices/${invoice.id}`, button: `Pay ${money(invoice.amount_remaining)}`, typed, problem })}${testCardHint}`
}</div>`
  return { title, standIn, body }
}

/** Renders an invoice for its customer, with a payment form while it is open. */
export function registerInvoicePages(
  app: FastifyInstance,
  ledger: BillingLedger,
  sender: WebhookSender,
): void {
  type Route = { Params: { id: string } }
  const missing: Page = {
    title: 'No such invoice',
    standIn,
    body: html`<div class="card"><h1>No such invoice</h1></div>`,
  }

  app.get<Route>('/invoices/:id', async ({ params }, reply) => {
    const invoice = ledger.state.invoices[params.id]
    return invoice ? sendPage(reply, 200, invoicePage(invoice)) : sendPage(reply, 404, missing)
  })

  app.post<Route>('/invoices/:id', async ({ params, body }, reply) => {
    const invoice = ledger.state.invoices[params.id]
    if (!invoice) return sendPage(reply, 404, missing)
    const typed = cardFieldsOf(body)
    const card = cardOf(typed, new Date(ledger.now(invoice.customer) * 1_000))
    const problem = typeof card === 'string' ? card : card.refusesCharges
    if (problem !== undefined || typeof card === 'string')
      return sendPage(reply, 402, invoicePage(invoice, typed, problem))
    const customer = ledger.customer(invoice.customer)
    const method = attachCard(ledger, customer, card, typed.name)
    makeDefault(ledger, customer, method.id)
    // The open invoice of a canceled subscription can only be paid here.
    payInvoice(ledger, invoice, method.id)
    await sender.settle(webhookWaitMs)
    return reply.redirect(`/invoices/${invoice.id}`, 303)
  })

  app.get<Route>('/invoices/:id/pdf', async ({ params }, reply) => {
    const invoice = ledger.state.invoices[params.id]
    if (!invoice) return sendPage(reply, 404, missing)
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="Invoice-${invoice.number}.pdf"`,
      })
      .send(invoicePdf(invoice))
  })
}

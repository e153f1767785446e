import type { FastifyInstance } from 'fastify'
import { type Html, html } from '../serving/html.ts'
import { type Page, sendPage } from '../serving/page.ts'
import type { BillingParts } from './billing-ledger.ts'
import { cardForm, standIn, type Typed, takeCard } from './card-form.ts'
import { attachCard, makeDefault } from './customers.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { payInvoice } from './invoices.ts'
import { day, money } from './money-and-dates.ts'
import type { Invoice } from './stripe-objects.ts'

export function invoiceTable(invoices: Invoice[]): Html {
  if (invoices.length === 0) return html`<p class="soft">No invoices yet.</p>`
  const rows = invoices.map(
    ({ number, created, total, status, hosted_invoice_url: url, invoice_pdf: pdf }) => html`<tr>
<td>${day(created)}</td><td><a href="${url}">${number}</a></td><td>${money(total)}</td><td>${status}</td><td><a href="${pdf}">PDF</a></td></tr>`,
  )
  return html`<table><thead><tr><th>Date</th><th>Number</th><th>Amount</th><th>Status</th><th>Document</th></tr></thead><tbody>${rows}</tbody></table>`
}

function invoicePage(invoice: Invoice, typed: Typed = {}): Page {
  const title = `Invoice ${invoice.number}`
  const due = money(invoice.amount_remaining)
  const lines = invoice.lines.data.map(
    ({ description, amount }) => html`<tr><td>${description}</td><td>${money(amount)}</td></tr>`,
  )
  const body = html`<div class="card"><h1>${title}</h1>
<dl><dt>Date</dt><dd>${day(invoice.created)}</dd><dt>Billed to</dt><dd>${invoice.customer_name} ${invoice.customer_email}</dd>
<dt>Status</dt><dd>${invoice.status}</dd></dl>
<table><thead><tr><th>What</th><th>Amount</th></tr></thead><tbody>${lines}</tbody></table>
<p><strong>${due} due</strong></p>
<p><a href="/invoices/${invoice.id}/pdf">Download as PDF</a></p>
${invoice.status === 'open' && html`<h2>Pay this invoice</h2>${cardForm(`/invoices/${invoice.id}`, `Pay ${due}`, typed)}`}</div>`
  return { title, standIn, body }
}

/** Renders an invoice for its customer, with a payment form while it is open. */
export function registerInvoicePages(app: FastifyInstance, parts: BillingParts): void {
  const { ledger } = parts
  type Route = { Params: { id: string } }

  app.get<Route>('/invoices/:id', async ({ params }, reply) => {
    const invoice = ledger.state.invoices[params.id]
    return invoice ? sendPage(reply, 200, invoicePage(invoice)) : reply.callNotFound()
  })

  app.post<Route>('/invoices/:id', async ({ params, body }, reply) => {
    const invoice = ledger.state.invoices[params.id]
    if (!invoice) return reply.callNotFound()
    return takeCard(parts, reply, body, {
      customerId: invoice.customer,
      show: (typed) => invoicePage(invoice, typed),
      take: (card) => {
        if (card.refusesCharges !== undefined) return card.refusesCharges
        const customer = ledger.customer(invoice.customer)
        const { id } = attachCard(ledger, customer, card)
        makeDefault(ledger, customer, id)
        // The open invoice of a canceled subscription can only be paid here.
        return payInvoice(ledger, invoice, id)
      },
      next: `/invoices/${invoice.id}`,
    })
  })

  app.get<Route>('/invoices/:id/pdf', async ({ params }, reply) => {
    const invoice = ledger.state.invoices[params.id]
    if (!invoice) return reply.callNotFound()
    const disposition = `inline; filename="Invoice-${invoice.number}.pdf"`
    return reply.type('application/pdf').header('content-disposition', disposition).send(invoicePdf(invoice))
  })
}

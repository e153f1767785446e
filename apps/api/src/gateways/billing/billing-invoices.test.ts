/** Which invoices count as overdue. */
import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { invoiceOf, unpaidSinceOf } from './billing-invoices.ts'

const now = new Date('2026-11-21T12:00:00Z')
const seconds = (text: string) => Date.parse(text) / 1_000

const invoice = (fields: Partial<Stripe.Invoice>) =>
  ({
    id: 'in_1',
    number: 'A-0001',
    status: 'open',
    total: 10_000,
    amount_remaining: 10_000,
    currency: 'usd',
    collection_method: 'charge_automatically',
    attempted: true,
    created: seconds('2026-11-01T00:00:00Z'),
    due_date: null,
    status_transitions: { finalized_at: seconds('2026-11-01T01:00:00Z') },
    invoice_pdf: 'https://pay.example/in_1.pdf',
    hosted_invoice_url: 'https://pay.example/in_1',
    ...fields,
  }) as Stripe.Invoice
const sent = (due: string) => ({ collection_method: 'send_invoice', due_date: seconds(due) }) as const

describe('an invoice', () => {
  it.each<[string, Partial<Stripe.Invoice>, string | null]>([
    ['with a failed charge is overdue since it was finalized', {}, '2026-11-01T01:00:00.000Z'],
    ['that is uncollectible is still overdue', { status: 'uncollectible' }, '2026-11-01T01:00:00.000Z'],
    ['without a charge attempt is not overdue', { attempted: false }, null],
    ['that is paid is not overdue', { status: 'paid', amount_remaining: 0 }, null],
    ['that is void is not overdue', { status: 'void' }, null],
    ['that is a draft is not overdue', { status: 'draft' }, null],
    ['that was sent is overdue after its due date', sent('2026-11-20T00:00:00Z'), '2026-11-20T00:00:00.000Z'],
    ['that was sent is not overdue before its due date', sent('2026-12-20T00:00:00Z'), null],
  ])('%s', (_what, fields, since) => {
    expect(unpaidSinceOf([invoice(fields)], now)?.toISOString() ?? null).toBe(since)
    expect(invoiceOf(invoice(fields), now).isOverdue).toBe(since !== null)
  })

  it('that has been overdue the longest determines unpaidSince', () => {
    const all = [sent('2026-11-20T00:00:00Z'), sent('2026-10-02T00:00:00Z'), sent('2026-12-20T00:00:00Z')]
    expect(unpaidSinceOf(all.map(invoice), now)).toEqual(new Date('2026-10-02T00:00:00Z'))
    expect(unpaidSinceOf([], now)).toBeNull()
  })

  it('is converted with a payment URL only if a payment is owed', () => {
    expect(invoiceOf(invoice({}), now)).toEqual({
      id: 'in_1',
      number: 'A-0001',
      status: 'open',
      total: 10_000,
      amountDue: 10_000,
      currency: 'USD',
      createdAt: new Date('2026-11-01T00:00:00Z'),
      dueAt: null,
      isOverdue: true,
      pdfUrl: 'https://pay.example/in_1.pdf',
      paymentUrl: 'https://pay.example/in_1',
    })
    expect(invoiceOf(invoice({ amount_remaining: 4_000 }), now).amountDue).toBe(4_000)
    expect(invoiceOf(invoice({ status: 'void' }), now)).toMatchObject({ paymentUrl: null, amountDue: 0 })
    expect(invoiceOf(invoice({ status: null }), now).status).toBe('draft')
  })
})

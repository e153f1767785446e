import { describe, expect, it } from 'vitest'
import { billingOverview, invoice } from '../../testing/billing.ts'
import { oldestOverdue, withPayments } from './invoice-rules.ts'

const unpaidSince = '2025-01-06T12:00:00.000Z'
const unpaid = billingOverview({ unpaidSince, suspendsAt: '2025-01-20T12:00:00.000Z' })
const overdue = invoice({ status: 'open', isOverdue: true, paymentUrl: 'https://pay.example/in_1' })

describe('withPayments', () => {
  it('removes a debt that the invoices show as paid', () => {
    expect(withPayments(unpaid, [invoice()])).toEqual(billingOverview())
  })

  it.each([
    ['an invoice is overdue', [invoice({ id: 'in_2' }), overdue]],
    [
      'the unpaid invoice is older than the listed ones',
      [invoice({ createdAt: '2025-02-05T12:00:00.000Z' })],
    ],
    ['there are no invoices', []],
    ['the invoices are unknown', undefined],
  ])('keeps a debt if %s', (_why, invoices) => {
    expect(withPayments(unpaid, invoices)).toBe(unpaid)
  })
})

describe('oldestOverdue', () => {
  it('returns the oldest overdue invoice that can be paid', () => {
    const withoutPage = { ...overdue, id: 'in_0', paymentUrl: null }
    expect(oldestOverdue([{ ...overdue, id: 'in_2' }, overdue, withoutPage])).toBe(overdue)
    expect(oldestOverdue([invoice()])).toBeUndefined()
  })
})

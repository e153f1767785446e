import { describe, expect, it } from 'vitest'
import { collectsOnlyPaymentMethod, isLiveAfterClosing } from './billing-rules.ts'
import type { BillingAccount } from './billing-store.ts'

const withStatus = (subscriptionStatus: string | null) => ({ subscriptionStatus }) as BillingAccount

describe('collectsOnlyPaymentMethod', () => {
  it.each(['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete'])(
    'starts no second subscription beside one that is %s',
    (status) => expect(collectsOnlyPaymentMethod({ suspendedAt: null }, withStatus(status))).toBe(true),
  )

  it.each(['canceled', 'incomplete_expired'])('starts a subscription after one that is %s', (status) =>
    expect(collectsOnlyPaymentMethod({ suspendedAt: null }, withStatus(status))).toBe(false),
  )

  it('starts a subscription for a user who never had one, unless the account is suspended', () => {
    expect(collectsOnlyPaymentMethod({ suspendedAt: null }, undefined)).toBe(false)
    expect(collectsOnlyPaymentMethod({ suspendedAt: null }, withStatus(null))).toBe(false)
    expect(collectsOnlyPaymentMethod({ suspendedAt: new Date(0) }, undefined)).toBe(true)
  })
})

describe('isLiveAfterClosing', () => {
  it.each([
    ['active', true, true],
    ['trialing', true, true],
    ['past_due', true, false],
    ['unpaid', true, false],
    ['paused', true, false],
    ['incomplete', true, false],
    ['canceled', false, false],
    ['incomplete_expired', false, false],
  ])(
    'of a subscription that is %s is %s for a deleted account and %s for a suspended one',
    (status, deleted, suspended) => {
      expect(isLiveAfterClosing(status, true)).toBe(deleted)
      expect(isLiveAfterClosing(status, false)).toBe(suspended)
    },
  )
})

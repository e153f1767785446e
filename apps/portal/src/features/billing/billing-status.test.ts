import type { ActiveSubscription, BillingOverview } from '@portal/contract/billing/billing'
import { describe, expect, it } from 'vitest'
import { billingOverview as overview } from '../../testing/billing.ts'
import { billingStatus, daysLeftWords, planHeadline, planSentence, tierOf } from './billing-status.ts'

const now = new Date(2025, 0, 10, 15)
const inDays = (days: number) => new Date(2025, 0, 10 + days, 9).toISOString()
const plan = (more: Partial<ActiveSubscription> = {}): ActiveSubscription => ({
  planCode: 'monthly',
  isTrial: false,
  endingAt: null,
  exceededFreeTier: true,
  ...more,
})
const trial = (days: number) => plan({ planCode: 'trial', isTrial: true, endingAt: inDays(days) })
const free = plan({ planCode: 'free', exceededFreeTier: false })
const internal = plan({ planCode: 'si_internal', exceededFreeTier: false })
const withoutCard = { next: 'nothing', paymentDetailsSet: false } as const
const unpaidSince = '2025-01-05T12:00:00.000Z'

describe('billingStatus', () => {
  it.each<[string, ActiveSubscription | null, Partial<BillingOverview>, string, string]>([
    ['a trial with a card', trial(8), { next: 'monthly' }, 'trial', 'accent'],
    ['a trial seven days before its end', trial(7), { next: 'monthly' }, 'trial', 'warning'],
    ['a trial past its end', trial(-1), { next: 'monthly' }, 'trial', 'warning'],
    ['a trial without a card', trial(29), withoutCard, 'no-card', 'warning'],
    ['a canceled trial', trial(8), { next: 'nothing' }, 'canceled', 'neutral'],
    ['a canceled trial seven days before its end', trial(7), { next: 'nothing' }, 'canceled', 'warning'],
    ['a trial whose plan defines no follow-up', plan({ isTrial: true }), {}, 'trial', 'accent'],
    ['a monthly subscription', plan(), {}, 'active', 'success'],
    ['a monthly subscription without a card', plan(), { paymentDetailsSet: false }, 'no-card', 'warning'],
    ['a canceled subscription', plan({ endingAt: inDays(20) }), { next: 'nothing' }, 'canceled', 'neutral'],
    ['a free plan without a card', free, { paymentDetailsSet: false }, 'free', 'neutral'],
    ['no subscription', null, { paymentDetailsSet: false }, 'free', 'neutral'],
    ['the internal plan', internal, { paymentDetailsSet: false }, 'free', 'neutral'],
    ['an unpaid invoice of an active subscription', plan(), { unpaidSince }, 'overdue', 'danger'],
    ['an unpaid invoice of an ended subscription', null, { unpaidSince }, 'overdue', 'danger'],
    ['an unpaid invoice without a card', trial(2), { ...withoutCard, unpaidSince }, 'overdue', 'danger'],
    ['a provider that is not configured', null, { isConfigured: false }, 'not-configured', 'neutral'],
  ])('of %s', (_case, subscription, more, state, tone) => {
    expect(billingStatus(subscription, overview(more), now)).toMatchObject({ state, tone })
  })

  it('counts calendar days and ignores the time of day', () => {
    const lateToday = new Date(2025, 0, 10, 23, 59)
    expect(billingStatus(trial(1), overview(), lateToday).daysLeft).toBe(1)
    expect(billingStatus(trial(0), overview(), lateToday).daysLeft).toBe(0)
    expect(billingStatus(plan(), overview(), now).daysLeft).toBeUndefined()
  })
})

it.each([
  [12, '12 days left'],
  [1, '1 day left'],
  [0, 'Last day'],
  [-1, 'Ending now'],
])('daysLeftWords of %i is "%s"', (days, words) => {
  expect(daysLeftWords(days)).toBe(words)
})

it.each<[string, string, ActiveSubscription | null, Partial<BillingOverview>, RegExp]>([
  [
    '30-DAY FREE TRIAL',
    '12 days left',
    trial(12),
    { next: 'monthly' },
    /^The monthly subscription then begins/,
  ],
  ['30-DAY FREE TRIAL', '12 days left', trial(12), withoutCard, /Add payment details to continue/],
  ['30-DAY FREE TRIAL', 'Subscription canceled', trial(12), { next: 'nothing' }, /when the trial ends/],
  ['MONTHLY SUBSCRIPTION', 'Your subscription is active', plan(), {}, /^Charged monthly to your/],
  ['MONTHLY SUBSCRIPTION', 'No payment details', plan(), { paymentDetailsSet: false }, /details to pay/],
  ['MONTHLY SUBSCRIPTION', 'Your subscription is ending', plan(), { next: 'nothing' }, /won't renew/],
  ['FREE SUBSCRIPTION', 'Nothing to pay', free, {}, /^You won't be charged\.$/],
  ['FREE SUBSCRIPTION', 'Nothing to pay', null, { paymentDetailsSet: false }, /begins only when you confirm/],
  ['FREE SUBSCRIPTION', 'Nothing to pay', null, {}, /choose Add \/ Update Payment Details/],
  ['SI INTERNAL', 'Nothing to pay', internal, {}, /^You won't be charged\.$/],
])('%s with the headline "%s" is explained', (label, headline, subscription, more, sentence) => {
  expect(tierOf(subscription).label).toBe(label)
  expect(planHeadline(billingStatus(subscription, overview(more), now), subscription)).toBe(headline)
  expect(planSentence(subscription, overview(more))).toMatch(sentence)
})

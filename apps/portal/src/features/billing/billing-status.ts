import type { ActiveSubscription, BillingOverview } from '@portal/contract/billing/billing'

/** The state of a user's billing. If several apply, `stateOf` decides which one is shown. */
export type BillingState = 'not-configured' | 'overdue' | 'no-card' | 'canceled' | 'trial' | 'active' | 'free'

export interface BillingStatus {
  state: BillingState
  /** `warning` if the user has to act soon, `danger` if a payment is overdue. */
  tone: 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
  /** The calendar days until the plan ends. Negative if it should have ended. */
  daysLeft: number | undefined
}

/** From this many days before its end, a plan is shown in amber. */
const endingSoonDays = 7

/** Returns the number of local calendar days between two dates. */
function daysBetween(from: Date, to: Date): number {
  const noon = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate(), 12).getTime()
  return Math.round((noon(to) - noon(from)) / 86_400_000)
}

function stateOf(subscription: ActiveSubscription | null, overview: BillingOverview): BillingState {
  if (!overview.isConfigured) return 'not-configured'
  if (overview.unpaidSince !== null) return 'overdue'
  if (!subscription || subscription.planCode === 'si_internal') return 'free'
  const isCharged = subscription.isTrial ? overview.next !== null : subscription.exceededFreeTier
  if (isCharged && !overview.paymentDetailsSet) return 'no-card'
  if (overview.next === 'nothing') return 'canceled'
  if (subscription.isTrial) return 'trial'
  return subscription.exceededFreeTier ? 'active' : 'free'
}

const tones = {
  'not-configured': 'neutral',
  overdue: 'danger',
  'no-card': 'warning',
  canceled: 'neutral',
  trial: 'accent',
  active: 'success',
  free: 'neutral',
} as const

/** Returns the state of a user's billing and how urgent it is. See docs/product/billing.md#status. */
export function billingStatus(
  subscription: ActiveSubscription | null,
  overview: BillingOverview,
  now: Date,
): BillingStatus {
  const state = stateOf(subscription, overview)
  const endingAt = subscription?.endingAt ?? null
  const daysLeft = endingAt === null ? undefined : daysBetween(now, new Date(endingAt))
  const endsSoon = daysLeft !== undefined && daysLeft <= endingSoonDays
  const canEnd = state === 'trial' || state === 'canceled'
  return { state, tone: canEnd && endsSoon ? 'warning' : tones[state], daysLeft }
}

/** The headline of the status panel and the text on the tier card. */
export const overdueText = 'Payment is overdue'

/** Returns how much time is left until a plan ends. */
export function daysLeftWords(days: number): string {
  if (days < 0) return 'Ending now'
  if (days === 0) return 'Last day'
  return days === 1 ? '1 day left' : `${days} days left`
}

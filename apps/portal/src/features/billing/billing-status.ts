import type { ActiveSubscription, BillingOverview } from '@portal/contract/billing/billing'
import { trialLabelDays } from '@portal/contract/limits'

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

interface Tier {
  label: string
  /** A trial's last day. */
  endingAt?: string
}

/** The label of a subscription on the tier card and the billing page. */
export function tierOf(subscription: ActiveSubscription | null): Tier {
  if (subscription?.planCode === 'si_internal') return { label: 'SI INTERNAL' }
  if (subscription?.isTrial)
    return { label: `${trialLabelDays}-DAY FREE TRIAL`, endingAt: subscription.endingAt ?? undefined }
  return { label: subscription?.exceededFreeTier ? 'MONTHLY SUBSCRIPTION' : 'FREE SUBSCRIPTION' }
}

export const noPaymentDetails = 'No payment details'

/** Returns the headline of the status panel. */
export function planHeadline({ state, daysLeft }: BillingStatus, subscription: ActiveSubscription | null) {
  const trialWords = daysLeft === undefined ? 'Your trial is active' : daysLeftWords(daysLeft)
  switch (state) {
    case 'not-configured':
      return 'Billing is not configured'
    case 'overdue':
      return overdueText
    case 'no-card':
      return subscription?.isTrial ? trialWords : noPaymentDetails
    case 'canceled':
      return subscription?.isTrial ? 'Subscription canceled' : 'Your subscription is ending'
    case 'trial':
      return trialWords
    case 'active':
      return 'Your subscription is active'
    case 'free':
      return 'Nothing to pay'
  }
}

/** Returns a sentence about what the plan costs and what follows when it ends. */
export function planSentence(
  subscription: ActiveSubscription | null,
  { next, paymentDetailsSet, isConfigured }: BillingOverview,
): string {
  if (!isConfigured) return "You won't be charged. You can still save your billing details."
  if (!subscription)
    return paymentDetailsSet
      ? "You won't be charged. To start the monthly subscription, choose Add / Update Payment Details. It begins only when you confirm it."
      : "You won't be charged. Add payment details to start the monthly subscription. It begins only when you confirm it."
  if (subscription.isTrial && next === 'monthly')
    return "The monthly subscription then begins and is charged to your payment method. You won't be charged before then."
  if (subscription.isTrial && next === 'nothing' && paymentDetailsSet)
    return "The subscription was canceled. You won't be charged when the trial ends."
  if (subscription.isTrial && next === 'nothing')
    return "You won't be charged. Add payment details to continue with the monthly subscription after the trial."
  if (next === 'nothing') return "The subscription won't renew, and you won't be charged again."
  if (subscription.exceededFreeTier)
    return paymentDetailsSet
      ? 'Charged monthly to your payment method.'
      : 'Charged monthly. Add payment details to pay.'
  return "You won't be charged."
}

/** The step that the primary button leads to. */
export type NextStep = 'pay' | 'add-card' | 'resume'

/** Returns what the user should do next, or undefined if nothing needs to be done. */
export function nextStep(
  { state }: BillingStatus,
  subscription: ActiveSubscription | null,
): NextStep | undefined {
  if (state === 'overdue') return 'pay'
  if (state === 'no-card' || (state === 'free' && subscription === null)) return 'add-card'
  const canRenew = subscription?.isTrial || subscription?.exceededFreeTier
  return state === 'canceled' && canRenew ? 'resume' : undefined
}

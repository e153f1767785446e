import type { ActiveSubscription, BillingOverview } from '@portal/contract/billing/billing'
import { type BillingStatus, daysLeftWords, overdueText } from './billing-status.ts'

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

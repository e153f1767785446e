import type { ActiveSubscription, BillingOverview } from '@portal/contract/billing'

/** Whole days of the reader's calendar from one moment to another. */
function daysBetween(from: Date, to: Date): number {
  const noon = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate(), 12).getTime()
  return Math.round((noon(to) - noon(from)) / 86_400_000)
}

/** How long a trial lasts still; undefined where there is none, or it does not end. */
export function trialDaysLeft(subscription: ActiveSubscription | null, now: Date): string | undefined {
  if (!subscription?.isTrial || subscription.endingAt === null) return undefined
  const days = daysBetween(now, new Date(subscription.endingAt))
  if (days < 0) return 'Ending now'
  if (days === 0) return 'Last day'
  return days === 1 ? '1 day left' : `${days} days left`
}

/** What a plan costs, and what comes after it. */
export function planSentence(
  subscription: ActiveSubscription | null,
  { next, paymentDetailsSet, isConfigured }: BillingOverview,
): string {
  if (!isConfigured) return 'Nothing is charged.'
  if (!subscription)
    return 'Nothing is charged. Adding payment details leads to the monthly subscription, which begins only when you confirm it.'
  if (subscription.isTrial && next === 'monthly')
    return 'Then the monthly subscription begins, charged to your payment details. Until then nothing is charged.'
  if (subscription.isTrial && next === 'nothing' && paymentDetailsSet)
    return 'Nothing is charged, and nothing follows: the subscription was canceled.'
  if (subscription.isTrial && next === 'nothing')
    return 'Nothing is charged, and nothing follows. Add payment details to go on with the monthly subscription.'
  if (next === 'nothing') return 'Nothing follows it, and nothing more is charged.'
  if (subscription.exceededFreeTier)
    return paymentDetailsSet
      ? 'Charged every month to your payment details.'
      : 'Charged every month. Please add payment details.'
  return 'Nothing is charged.'
}

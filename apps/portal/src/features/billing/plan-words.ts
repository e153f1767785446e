import type { ActiveSubscription, BillingOverview } from '@portal/contract/billing'

/** Returns the number of local calendar days between two dates. */
function daysBetween(from: Date, to: Date): number {
  const noon = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate(), 12).getTime()
  return Math.round((noon(to) - noon(from)) / 86_400_000)
}

/** Returns how long the trial still lasts, or undefined without a trial or an end date. */
export function trialDaysLeft(subscription: ActiveSubscription | null, now: Date): string | undefined {
  if (!subscription?.isTrial || subscription.endingAt === null) return undefined
  const days = daysBetween(now, new Date(subscription.endingAt))
  if (days < 0) return 'Ending now'
  if (days === 0) return 'Last day'
  return days === 1 ? '1 day left' : `${days} days left`
}

/** Returns what the plan costs and what follows it. */
export function planSentence(
  subscription: ActiveSubscription | null,
  { next, paymentDetailsSet, isConfigured }: BillingOverview,
): string {
  if (!isConfigured) return "You won't be charged."
  if (!subscription)
    return "You won't be charged. Add payment details to start the monthly subscription. It begins only when you confirm it."
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

import type { ActiveSubscription } from '@portal/contract/billing/billing'
import { trialLabelDays } from '@portal/contract/limits'

export interface Tier {
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

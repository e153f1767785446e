/** The bodies of the billing calls. See docs/product/billing.md#subscription. */
import type { ActiveSubscription, BillingOverview, Invoice } from '@portal/contract/billing/billing'
import { dayMs } from '@portal/contract/durations'
import type { ProviderInvoice } from '../../gateways/billing/billing.ts'
import { countingStatuses } from './billing-rules.ts'
import type { BillingAccount } from './billing-store.ts'

/** Plans that end with their trial or continue as the monthly subscription. */
const triedPlans = ['trial', 'monthly']

export function activeSubscriptionOf(account: BillingAccount | undefined): ActiveSubscription | null {
  if (!account?.planCode || !countingStatuses.includes(account.subscriptionStatus ?? '')) return null
  return {
    planCode: account.planCode,
    isTrial: account.isTrial,
    endingAt: account.endingAt?.toISOString() ?? null,
    exceededFreeTier: account.isFreeTierExceeded,
  }
}

/** The plan that follows when the current subscription ends. Null if the subscription continues unchanged. */
function nextPlanOf(account: BillingAccount | undefined): BillingOverview['next'] {
  const active = activeSubscriptionOf(account)
  if (!active) return null
  if (!active.isTrial) return active.endingAt === null ? null : 'nothing'
  if (!triedPlans.includes(active.planCode)) return null
  return account?.hasPaymentDetails && !account.isCanceled ? 'monthly' : 'nothing'
}

interface OverviewFacts extends Pick<BillingOverview, 'isConfigured' | 'isReactivatedByPayment'> {
  /** 0 if the rule is turned off, does not apply to this user, or has already suspended them. */
  suspendAfterDays: number
}

export function billingOverviewOf(
  account: BillingAccount | undefined,
  { suspendAfterDays, ...facts }: OverviewFacts,
): BillingOverview {
  const since = account?.unpaidSince ?? null
  const isSuspending = since !== null && suspendAfterDays > 0
  return {
    ...facts,
    paymentDetailsSet: account?.hasPaymentDetails ?? false,
    next: nextPlanOf(account),
    unpaidSince: since?.toISOString() ?? null,
    suspendsAt: isSuspending ? new Date(since.getTime() + suspendAfterDays * dayMs).toISOString() : null,
  }
}

export function invoiceBody({ createdAt, dueAt, ...invoice }: ProviderInvoice): Invoice {
  return { ...invoice, createdAt: createdAt.toISOString(), dueAt: dueAt?.toISOString() ?? null }
}

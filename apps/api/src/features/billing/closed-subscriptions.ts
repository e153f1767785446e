/**
 * Ends subscriptions that closed accounts still have, for example because a checkout was completed in another tab after the
 * account was deleted. See docs/product/billing.md#closed-accounts.
 */
import type { Services } from '../../services.ts'
import type { BillingIntegration } from './billing-integration-actions.ts'
import { isLiveAfterClosing } from './billing-rules.ts'
import { findClosedCustomer } from './closed-subscription-store.ts'

type ClosedServices = Pick<Services, 'billing' | 'database' | 'now' | 'onClosedSubscription'>

/**
 * Reads the provider's current state. No-op for an open account. Keeps the subscription of an account that is suspended
 * for an unpaid invoice, and reactivates the account if the payment arrived without a report.
 */
export async function endClosedSubscription(
  { billing, database, now, onClosedSubscription }: ClosedServices,
  integration: BillingIntegration,
  userId: string,
): Promise<void> {
  const account = billing.isConfigured ? await findClosedCustomer(database.orm, userId) : undefined
  if (!account) return
  const { customerId, isDeleted, isOpenedByPayment } = account
  const state = isOpenedByPayment ? undefined : await billing.readState(customerId, now())
  if (state?.subscription && isLiveAfterClosing(state.subscription.status, isDeleted)) {
    await billing.endSubscriptions(customerId)
    onClosedSubscription({ userId, customerId, subscriptionId: state.subscription.id })
  }
  await integration.sync(customerId)
}

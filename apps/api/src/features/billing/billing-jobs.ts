/** What billing does later, and again until it is done: the provider may be away (RULES section 8). */
import { BillingIntegration, type BillingServices } from './billing-integration.ts'
import { countingStatuses } from './billing-rules.ts'
import * as store from './billing-store.ts'

const eventsKeptMs = 30 * 86_400_000
const mostReconciled = 500

interface BillingJobs {
  'billing.integrate': (data: { userId: string }) => Promise<void>
  'billing.push-details': (data: { userId: string }) => Promise<void>
  'billing.reconcile': () => Promise<void>
}

export function billingJobs(services: BillingServices): BillingJobs {
  const { billing, database, now } = services
  const integration = new BillingIntegration(services)
  return {
    'billing.integrate': async ({ userId }) => {
      await integration.integrate(userId)
    },
    'billing.push-details': ({ userId }) => integration.pushDetails(userId),
    // Events that never came: what should be over is looked at again.
    'billing.reconcile': async () => {
      if (!billing.isConfigured) return
      await store.removeOldEvents(database.orm, new Date(now().getTime() - eventsKeptMs))
      const late = await store.listOverdueCustomers(database.orm, now(), countingStatuses, mostReconciled)
      for (const customerId of late) await integration.sync(customerId)
    },
  }
}

/** What billing does later, and again until it is done: the provider may be away (RULES section 8). */
import { BillingIntegration, type BillingServices } from './billing-integration.ts'
import { countingStatuses, unpaidDueBefore } from './billing-rules.ts'
import * as store from './billing-store.ts'
import { listLongUnpaid } from './unpaid-store.ts'
import { suspendWhereUnpaid } from './unpaid-suspension.ts'

const eventsKeptMs = 30 * 86_400_000
const mostReconciled = 500
const mostSuspended = 1_000

type Jobs = BillingServices['jobs']

interface BillingJobs {
  'billing.integrate': (data: { userId: string }, jobs: Jobs) => Promise<void>
  'billing.push-details': (data: { userId: string }, jobs: Jobs) => Promise<void>
  'billing.end-subscription': (data: { userId: string }, jobs: Jobs) => Promise<void>
  'billing.reconcile': (data: unknown, jobs: Jobs) => Promise<void>
  'billing.find-unpaid': (data: unknown, jobs: Jobs) => Promise<void>
  'billing.suspend-unpaid': (data: { userId: string }, jobs: Jobs) => Promise<void>
}

export function billingJobs(given: Omit<BillingServices, 'jobs'>): BillingJobs {
  const { billing, config, database, now } = given
  const db = database.orm
  const integrationWith = (jobs: Jobs) => new BillingIntegration({ ...given, jobs })
  return {
    'billing.integrate': async ({ userId }, jobs) => {
      await integrationWith(jobs).integrate(userId)
    },
    'billing.push-details': ({ userId }, jobs) => integrationWith(jobs).pushDetails(userId),
    'billing.end-subscription': ({ userId }, jobs) => integrationWith(jobs).endSubscriptions(userId),
    // Events that never came: what should be over, or paid, is looked at again.
    'billing.reconcile': async (_, jobs) => {
      if (!billing.isConfigured) return
      await store.removeOldEvents(db, new Date(now().getTime() - eventsKeptMs))
      const late = await store.listOverdueCustomers(db, now(), countingStatuses, mostReconciled)
      const owing = await store.listOwingCustomers(db, mostReconciled)
      const integration = integrationWith(jobs)
      for (const customerId of new Set([...late, ...owing])) await integration.sync(customerId)
    },
    // Each account is a job of its own, so that one which cannot be asked about keeps no other.
    'billing.find-unpaid': async (_, jobs) => {
      const dueBefore = unpaidDueBefore(now(), config.SUSPEND_UNPAID_AFTER_DAYS)
      if (!billing.isConfigured || !dueBefore) return
      const userIds = await listLongUnpaid(db, dueBefore, mostSuspended)
      await database.transaction(async (tx) => {
        for (const userId of userIds) await jobs.send(tx, 'billing.suspend-unpaid', { userId })
      })
    },
    // Nobody is suspended on old news: an event of the payment may have been lost.
    'billing.suspend-unpaid': async ({ userId }, jobs) => {
      const account = await store.findBilling(db, userId)
      if (!billing.isConfigured || !account?.customerId) return
      await integrationWith(jobs).sync(account.customerId)
      await suspendWhereUnpaid({ ...given, jobs }, userId)
    },
  }
}

/**
 * Background jobs of billing. They are retried while the provider is unavailable. See docs/product/billing.md#outages.
 */
import { BillingIntegration, type BillingServices } from './billing-integration.ts'
import { countingStatuses, unpaidDueBefore } from './billing-rules.ts'
import * as store from './billing-store.ts'
import { listLongUnpaid } from './unpaid-store.ts'
import { suspendIfUnpaid } from './unpaid-suspension.ts'

const eventsKeptMs = 30 * 86_400_000
const maxReconciled = 500
const maxSuspended = 1_000

type Jobs = BillingServices['jobs']

interface BillingJobs {
  'billing.integrate': (data: { userId: string }, jobs: Jobs) => Promise<void>
  'billing.push-details': (data: { userId: string }, jobs: Jobs) => Promise<void>
  'billing.end-subscription': (data: { userId: string }, jobs: Jobs) => Promise<void>
  'billing.reconcile': (data: unknown, jobs: Jobs) => Promise<void>
  'billing.find-unpaid': (data: unknown, jobs: Jobs) => Promise<void>
  'billing.suspend-unpaid': (data: { userId: string }, jobs: Jobs) => Promise<void>
}

export function billingJobs(services: Omit<BillingServices, 'jobs'>): BillingJobs {
  const { billing, config, database, now } = services
  const db = database.orm
  const integrationWith = (jobs: Jobs) => new BillingIntegration({ ...services, jobs })
  return {
    'billing.integrate': async ({ userId }, jobs) => {
      await integrationWith(jobs).integrate(userId)
    },
    'billing.push-details': ({ userId }, jobs) => integrationWith(jobs).pushDetails(userId),
    'billing.end-subscription': ({ userId }, jobs) => integrationWith(jobs).endSubscriptions(userId),
    // Catches up on lost events: reads customers again whose subscription should have ended or whose invoice should
    // be paid.
    'billing.reconcile': async (_, jobs) => {
      if (!billing.isConfigured) return
      await store.removeOldEvents(db, new Date(now().getTime() - eventsKeptMs))
      const overdue = await store.listOverdueCustomers(db, now(), countingStatuses, maxReconciled)
      const unpaid = await store.listOwingCustomers(db, maxReconciled)
      const integration = integrationWith(jobs)
      for (const customerId of new Set([...overdue, ...unpaid])) await integration.sync(customerId)
    },
    // One job per account, so that a failure for one account does not block the others.
    'billing.find-unpaid': async (_, jobs) => {
      const dueBefore = unpaidDueBefore(now(), config.SUSPEND_UNPAID_AFTER_DAYS)
      if (!billing.isConfigured || !dueBefore) return
      const userIds = await listLongUnpaid(db, dueBefore, maxSuspended)
      await database.transaction(async (tx) => {
        for (const userId of userIds) await jobs.send(tx, 'billing.suspend-unpaid', { userId })
      })
    },
    // Read the current state before suspending, because the event for the payment may have been lost.
    'billing.suspend-unpaid': async ({ userId }, jobs) => {
      const account = await store.findBilling(db, userId)
      if (!billing.isConfigured || !account?.customerId) return
      await integrationWith(jobs).sync(account.customerId)
      await suspendIfUnpaid({ ...services, jobs }, userId)
    },
  }
}

/**
 * Background jobs of billing. They are retried while the provider is unavailable. See docs/product/billing.md#outages.
 */
import type { Services } from '../../services.ts'
import { BillingIntegration, type BillingServices } from './billing-integration-actions.ts'
import { countingStatuses, unpaidDueBefore } from './billing-rules.ts'
import * as store from './billing-store.ts'
import { listClosedCustomers } from './closed-subscription-store.ts'
import { endClosedSubscription } from './closed-subscriptions.ts'
import { listLongUnpaid } from './unpaid-store.ts'
import { suspendIfUnpaid } from './unpaid-suspension-actions.ts'

const eventsKeptMs = 30 * 86_400_000
const closedBatchSize = 500
const maxReconciled = 500
const maxSuspended = 1_000

type Jobs = BillingServices['jobs']

interface BillingJobs {
  'billing.integrate': (data: { userId: string }, jobs: Jobs) => Promise<void>
  'billing.push-details': (data: { userId: string }, jobs: Jobs) => Promise<void>
  'billing.end-subscription': (data: { userId: string }, jobs: Jobs) => Promise<void>
  'billing.find-closed': (data: unknown, jobs: Jobs) => Promise<void>
  'billing.end-closed': (data: { userId: string }, jobs: Jobs) => Promise<void>
  'billing.reconcile': (data: unknown, jobs: Jobs) => Promise<void>
  'billing.find-unpaid': (data: unknown, jobs: Jobs) => Promise<void>
  'billing.suspend-unpaid': (data: { userId: string }, jobs: Jobs) => Promise<void>
}

type BillingJobServices = Omit<BillingServices, 'jobs'> & Pick<Services, 'onClosedSubscription'>

export function billingJobs(services: BillingJobServices): BillingJobs {
  const { billing, config, database, now } = services
  const db = database.orm
  const integrationWith = (jobs: Jobs) => new BillingIntegration({ ...services, jobs })
  return {
    'billing.integrate': async ({ userId }, jobs) => {
      await integrationWith(jobs).integrate(userId)
    },
    'billing.push-details': ({ userId }, jobs) => integrationWith(jobs).pushDetails(userId),
    'billing.end-subscription': ({ userId }, jobs) => integrationWith(jobs).endSubscriptions(userId),
    // Proves daily that no closed account has a live subscription. One job per account, so that a failure for one account
    // does not hold up the others.
    'billing.find-closed': async (_, jobs) => {
      if (!billing.isConfigured) return
      let after = ''
      let userIds: string[]
      do {
        userIds = await listClosedCustomers(db, after, closedBatchSize)
        await database.transaction(async (tx) => {
          for (const userId of userIds) await jobs.send(tx, 'billing.end-closed', { userId })
        })
        after = userIds.at(-1) ?? after
      } while (userIds.length === closedBatchSize)
    },
    'billing.end-closed': async ({ userId }, jobs) => {
      await endClosedSubscription(services, integrationWith(jobs), userId)
    },
    // Catches up on lost events: reads customers again whose subscription should have ended or whose invoice should
    // be paid.
    'billing.reconcile': async (_, jobs) => {
      if (!billing.isConfigured) return
      await store.removeOldEvents(database.upkeep, new Date(now().getTime() - eventsKeptMs))
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

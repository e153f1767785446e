/**
 * Background jobs of billing. They are retried while the provider is unavailable. See docs/product/billing.md#outages.
 */
import type { Orm } from '../../db/database.ts'
import type { JobHandlers, JobName, Jobs } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { BillingIntegration, type BillingServices } from './billing-integration-actions.ts'
import { countingStatuses, unpaidDueBefore } from './billing-rules.ts'
import * as store from './billing-store.ts'
import { listLongUnpaid } from './unpaid-store.ts'
import { suspendIfUnpaid } from './unpaid-suspension-actions.ts'

const batchSize = 500
const maxSuspended = 1_000
const maxReported = 1_000

type BillingJobs = Pick<JobHandlers, Extract<JobName, `billing.${string}`>>

type BillingJobServices = Omit<BillingServices, 'jobs'> &
  Pick<Services, 'onDoubleSubscription' | 'onTaskFailure'>

export function billingJobs(services: BillingJobServices): BillingJobs {
  const { billing, config, database, now, onTaskFailure } = services
  const db = database.orm
  const integrationWith = (jobs: Jobs) => new BillingIntegration({ ...services, jobs })

  /** Queues one job per account in batches, each in a transaction. A failure for one account doesn't hold up the others. */
  async function sendForEach(
    list: (after: string) => Promise<string[]>,
    send: (tx: Orm, userId: string) => Promise<void>,
  ): Promise<void> {
    let after = ''
    let userIds: string[]
    do {
      userIds = await list(after)
      await database.transaction(async (tx) => {
        for (const userId of userIds) await send(tx, userId)
      })
      after = userIds.at(-1) ?? after
    } while (userIds.length === batchSize)
  }

  return {
    'billing.integrate': async ({ userId }, jobs) => {
      await integrationWith(jobs).integrate(userId)
    },
    'billing.push-details': ({ userId }, jobs) => integrationWith(jobs).pushDetails(userId),
    'billing.end-subscription': ({ userId }, jobs) => integrationWith(jobs).endSubscriptions(userId),
    // Proves daily that no closed account has a live subscription.
    'billing.find-closed': async (_, jobs) => {
      if (!billing.isConfigured) return
      await sendForEach(
        (after) => store.listClosedCustomers(db, after, batchSize),
        (tx, userId) => jobs.send(tx, 'billing.end-closed', { userId }),
      )
    },
    'billing.end-closed': ({ userId }, jobs) => integrationWith(jobs).endClosedSubscription(userId),
    // A checkout page that is completed at the same moment as another one starts a second subscription. Only a person can
    // decide which one to refund.
    'billing.report-double': async () => {
      for (const found of await store.listDoubleSubscribed(db, maxReported))
        services.onDoubleSubscription(found)
    },
    // Catches up on lost events: reads customers again whose subscription should have ended or whose invoice should
    // be paid.
    'billing.reconcile': async (_, jobs) => {
      if (!billing.isConfigured) return
      const span = { now: now(), liveStatuses: countingStatuses, limit: batchSize }
      await sendForEach(
        (after) => store.listAccountsToReconcile(db, { ...span, after }),
        (tx, userId) => jobs.send(tx, 'billing.reconcile-account', { userId }),
      )
    },
    // Not retried, because the next hour reads the account again. Otherwise a customer that is missing at the provider would
    // add a job every hour.
    'billing.reconcile-account': async ({ userId }, jobs) => {
      try {
        const account = await store.findBilling(db, userId)
        if (billing.isConfigured && account?.customerId) await integrationWith(jobs).sync(account.customerId)
      } catch (error) {
        onTaskFailure('reconcile-billing', error, userId)
      }
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

import { billingJobs } from '../features/billing/billing-jobs.ts'
import type { TestApp } from './build-test-app.ts'

/** Runs the hourly job that reads customers again, and the jobs that it queues. */
export async function runReconciliation(test: TestApp): Promise<void> {
  const handlers = billingJobs(test.services)
  test.jobs.sent.length = 0
  await handlers['billing.reconcile']({}, test.jobs)
  for (const { name, data } of [...test.jobs.sent])
    if (name === 'billing.reconcile-account') await handlers[name](data as { userId: string }, test.jobs)
}

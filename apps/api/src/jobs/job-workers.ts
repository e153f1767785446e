/**
 * Runs the jobs of one queue. Jobs are fetched in batches and run concurrently. The rest of the batch and the other workers
 * continue while one job is slow or fails.
 */
import type { Job, JobResult, PgBoss, WorkOptions } from 'pg-boss'

export interface JobLog {
  error(details: object, message: string): void
}

interface Work<Data> {
  isScheduled: boolean
  log: JobLog
  /** The retry after which a job fails permanently. */
  retryLimit: number
  run(data: Data): Promise<void>
}

/**
 * `groupConcurrency` limits the running jobs of one account across all processes, so that workers remain free for other
 * accounts while one account's jobs are slow. Each of the queue's two connections may take that many jobs at the same moment.
 */
const mailWorkers = {
  pollingIntervalSeconds: 2,
  batchSize: 10,
  burstWhenBatchFull: true,
  localConcurrency: 4,
  groupConcurrency: 3,
}
/** Without pauses between batches, an hourly or daily check of many accounts would exceed the billing provider's rate limit. */
const accountWorkers = { pollingIntervalSeconds: 10, batchSize: 10, localConcurrency: 2, groupConcurrency: 1 }
/** A new user waits for the trial. */
const trialWorkers = { ...accountWorkers, pollingIntervalSeconds: 2, batchSize: 4 }
/**
 * A worker waits up to 15 seconds for a slow server. Each webhook occupies at most one of them, so the others stay free for the
 * webhooks whose servers answer.
 */
const webhookWorkers = {
  pollingIntervalSeconds: 5,
  batchSize: 1,
  burstWhenBatchFull: true,
  localConcurrency: 10,
  groupConcurrency: 1,
}
/** The schedule has a resolution of a minute. */
const scheduledWorker = { pollingIntervalSeconds: 30 }

/** Every worker polls, so the intervals decide how much load an idle process puts on the database. */
function workersOf(name: string, isScheduled: boolean): WorkOptions {
  if (name === 'mail.send') return mailWorkers
  if (name === 'billing.integrate') return trialWorkers
  if (name === 'webhooks.deliver') return webhookWorkers
  return isScheduled ? scheduledWorker : accountWorkers
}

export async function startWorkers<Data>(
  boss: PgBoss,
  name: string,
  { isScheduled, log, retryLimit, run }: Work<Data>,
): Promise<void> {
  const settle = async (job: Job<Data>): Promise<JobResult> => {
    try {
      await run(job.data)
      return { id: job.id, status: 'completed' }
    } catch (error) {
      const isLast = job.retryCount >= retryLimit
      const message = isLast ? 'a job failed permanently and was parked' : 'a job failed and will be retried'
      log.error({ err: error, job: name, jobId: job.id }, message)
      return { id: job.id, status: 'failed', output: error }
    }
  }
  const options = { ...workersOf(name, isScheduled), perJobResults: true as const }
  await boss.work(name, options, (taken: Job<Data>[]) => Promise.all(taken.map(settle)))
}

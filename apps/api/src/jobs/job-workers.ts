/**
 * Runs the jobs of one queue. Jobs are fetched in batches and run concurrently. The rest of the batch and the other workers
 * continue while one job is slow or fails.
 */
import type { Job, JobResult, PgBoss, WorkOptions } from 'pg-boss'

export interface JobLog {
  error(details: object, message: string): void
}

export interface Work<Data> {
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
const trialWorkers = { ...accountWorkers, pollingIntervalSeconds: 2, batchSize: 8, localConcurrency: 1 }
/** The schedule has a resolution of a minute. */
const scheduledWorker = { pollingIntervalSeconds: 30 }

/** Every worker polls, so the intervals decide how much load an idle process puts on the database. */
function workersOf(name: string, isScheduled: boolean): WorkOptions {
  if (name === 'mail.send') return mailWorkers
  if (name === 'billing.integrate') return trialWorkers
  return isScheduled ? scheduledWorker : accountWorkers
}

/** Runs one job and returns its outcome. */
export async function settle<Data>(
  name: string,
  job: Job<Data>,
  { log, retryLimit, run }: Work<Data>,
): Promise<JobResult> {
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

export async function startWorkers<Data>(boss: PgBoss, name: string, work: Work<Data>): Promise<void> {
  const options = { ...workersOf(name, work.isScheduled), perJobResults: true as const }
  await boss.work(name, options, (taken: Job<Data>[]) =>
    Promise.all(taken.map((job) => settle(name, job, work))),
  )
}

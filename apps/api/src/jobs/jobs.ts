/**
 * Background jobs, such as mails, billing and notices. A job is queued in the transaction that causes it, so that it is never
 * lost, and retried with backoff while a service is unavailable.
 */
import type { Job } from 'pg-boss'
import { PgBoss } from 'pg-boss'
import type { Database, Orm } from '../db/database.ts'
import type { Mail } from '../gateways/mail/mail.ts'

/** The data of each kind of job. */
export interface JobData {
  'mail.send': Mail
  /** Creates a user's customer and trial at the billing provider. */
  'billing.integrate': { userId: string }
  /** Sends the current billing details to the billing provider. */
  'billing.push-details': { userId: string }
  /** Ends the subscription of a deleted account. */
  'billing.end-subscription': { userId: string }
  /** Scheduled hourly. */
  'billing.reconcile': Record<string, never>
  /** Scheduled hourly. */
  'billing.find-unpaid': Record<string, never>
  /** Suspends an account if it is still unpaid after the limit. */
  'billing.suspend-unpaid': { userId: string }
  /** Scheduled hourly. */
  'tokens.notice-expiry': Record<string, never>
  /** Scheduled every minute. */
  'members.mail-roles': Record<string, never>
  /** Scheduled every minute. */
  'people.end-pauses': Record<string, never>
  /** Scheduled nightly. */
  'data.purge': Record<string, never>
}
export type JobName = keyof JobData

export interface Jobs {
  /** Queues a job. In a transaction, the job is queued only if the transaction commits. */
  send<Name extends JobName>(db: Orm, name: Name, data: JobData[Name]): Promise<void>
}

/** A handler may queue more jobs. */
export type JobHandlers = { [Name in JobName]: (data: JobData[Name], jobs: Jobs) => Promise<void> }

/** The number of jobs of one kind by state. `failed` counts recent jobs that ran out of retries. */
export interface QueueDepth {
  name: string
  ready: number
  later: number
  active: number
  failed: number
}

export interface RunningJobs extends Jobs {
  /** The counts, which the queue refreshes once a minute. */
  depth(): Promise<QueueDepth[]>
  /** Waits for running jobs to finish. */
  stop(): Promise<void>
}

interface JobLog {
  error(details: object, message: string): void
}

/**
 * With backoff, the last retry is about two days after the first attempt. Finished jobs are deleted after an hour, because
 * mails contain one-time codes.
 */
const queueOptions = {
  deleteAfterSeconds: 3_600,
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 21_600,
  expireInSeconds: 120,
}
const stopAtMostMs = 5_000

/** The cron schedules of recurring jobs, in UTC. */
const schedules: Partial<Record<JobName, string>> = {
  'billing.reconcile': '15 * * * *',
  'billing.find-unpaid': '30 * * * *',
  'tokens.notice-expiry': '0 * * * *',
  'members.mail-roles': '* * * * *',
  'people.end-pauses': '* * * * *',
  'data.purge': '40 3 * * *',
}

/** Starts the queue on the database. All processes share the queue, and each job is processed by one of them. */
export async function startJobs(
  database: Database,
  handlers: JobHandlers,
  log: JobLog,
): Promise<RunningJobs> {
  const { queue } = database
  const boss = new PgBoss({
    db: { executeSql: queue.executeSql },
    backend: database.engine,
    useListenNotify: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'))
  await boss.start()
  const jobs: Jobs = {
    send: (db, name, data) =>
      queue.inside(db, async () => {
        await boss.send(name, data)
      }),
  }
  const names = Object.keys(handlers) as JobName[]
  // All queues must exist before the first job runs, because a job may queue others.
  for (const name of names) {
    await boss.createQueue(name, queueOptions)
    await boss.updateQueue(name, queueOptions)
  }
  for (const name of names) {
    await work(boss, name, handlers, jobs, log)
    const cron = schedules[name]
    if (cron !== undefined) await boss.schedule(name, cron, {})
  }
  const depth = async (): Promise<QueueDepth[]> =>
    (await boss.getQueues(names)).map(({ name, readyCount, deferredCount, activeCount, failedCount }) => ({
      name,
      ready: readyCount,
      later: deferredCount,
      active: activeCount,
      failed: failedCount,
    }))
  return { ...jobs, depth, stop: () => boss.stop({ graceful: true, timeout: stopAtMostMs }) }
}

async function work<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  handlers: JobHandlers,
  jobs: Jobs,
  log: JobLog,
) {
  await boss.work<JobData[Name]>(name, { pollingIntervalSeconds: 1 }, async (taken: Job<JobData[Name]>[]) => {
    for (const job of taken) {
      try {
        await handlers[name](job.data, jobs)
      } catch (error) {
        log.error({ err: error, job: name, jobId: job.id }, 'a job failed and is tried again')
        throw error
      }
    }
  })
}

/**
 * Work that is done later and never lost: mails, billing, notices. A job is queued in the transaction that causes it, and
 * tried again, ever more slowly, while the service it needs is down.
 */
import type { Job } from 'pg-boss'
import { PgBoss } from 'pg-boss'
import type { Database, Orm } from '../db/database.ts'
import type { Mail } from '../gateways/mail/mail.ts'

/** Every kind of job with what it is told. */
export interface JobData {
  'mail.send': Mail
  /** Makes a person's customer and trial at the billing provider. */
  'billing.integrate': { userId: string }
  /** Tells the billing provider the details as they are then. */
  'billing.push-details': { userId: string }
  /** Ends the subscription of a deleted account. */
  'billing.end-subscription': { userId: string }
  /** By itself, every hour. */
  'billing.reconcile': Record<string, never>
  /** By itself, every hour. */
  'billing.find-unpaid': Record<string, never>
  /** Suspends an account that owes for too long, if it still does. */
  'billing.suspend-unpaid': { userId: string }
  /** By itself, every hour. */
  'tokens.notice-expiry': Record<string, never>
  /** By itself, every minute. */
  'people.end-pauses': Record<string, never>
  /** By itself, every night. */
  'data.purge': Record<string, never>
}
export type JobName = keyof JobData

export interface Jobs {
  /** Queues a job; in a transaction it exists exactly when that is kept. */
  send<Name extends JobName>(db: Orm, name: Name, data: JobData[Name]): Promise<void>
}

/** A handler may queue further jobs. */
export type JobHandlers = { [Name in JobName]: (data: JobData[Name], jobs: Jobs) => Promise<void> }

/** Jobs of one kind: to be done now, to be done later, under way, and given up of late. */
export interface QueueDepth {
  name: string
  ready: number
  later: number
  active: number
  failed: number
}

export interface RunningJobs extends Jobs {
  /** As the queue counts itself, once a minute. */
  depth(): Promise<QueueDepth[]>
  /** Lets the jobs under way finish. */
  stop(): Promise<void>
}

interface JobLog {
  error(details: object, message: string): void
}

/** With backoff: the last try comes about two days after the first. What is done goes soon: mails hold one-time codes. */
const queueOptions = {
  deleteAfterSeconds: 3_600,
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 21_600,
  expireInSeconds: 120,
}
const stopAtMostMs = 5_000

/** Jobs that nothing sends: they come by themselves, as cron has it, in UTC. */
const schedules: Partial<Record<JobName, string>> = {
  'billing.reconcile': '15 * * * *',
  'billing.find-unpaid': '30 * * * *',
  'tokens.notice-expiry': '0 * * * *',
  'people.end-pauses': '* * * * *',
  'data.purge': '40 3 * * *',
}

/** Starts the queue on the database. Every process works on the same jobs; each job is done by one. */
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
  boss.on('error', (error) => log.error({ err: error }, 'the job queue met an error'))
  await boss.start()
  const jobs: Jobs = {
    send: (db, name, data) =>
      queue.inside(db, async () => {
        await boss.send(name, data)
      }),
  }
  const names = Object.keys(handlers) as JobName[]
  // All queues before the first work: a job may queue others.
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

/**
 * Background jobs, such as mails, billing and notices. A job is queued in the transaction that causes it, so that it is never
 * lost, and retried with backoff while a service is unavailable.
 */
import { PgBoss } from 'pg-boss'
import { type Database, type Orm, queueIn } from '../db/database.ts'
import { violatedUnique } from '../db/database-errors.ts'
import type { Mail } from '../gateways/mail/mail.ts'
import { prepareQueues, prepareSchedules, queueOptions } from './job-queues.ts'
import { type JobStream, startStream } from './job-stream.ts'
import { type JobLog, startWorkers } from './job-workers.ts'
import { countParked, readWaitingSeconds } from './queue-state-store.ts'

/** The data of each kind of job. */
export interface JobData {
  'mail.send': Mail
  /** Creates a user's customer and trial at the billing provider. */
  'billing.integrate': { userId: string }
  /** Sends the current billing details to the billing provider. */
  'billing.push-details': { userId: string }
  /** Ends the subscription of a deleted account. */
  'billing.end-subscription': { userId: string }
  /** Scheduled daily. */
  'billing.find-closed': Record<string, never>
  /** Scheduled daily. */
  'billing.report-double': Record<string, never>
  /** Ends a subscription that a deleted or suspended account still has. */
  'billing.end-closed': { userId: string }
  /** Scheduled hourly. */
  'billing.reconcile': Record<string, never>
  /** Reads a customer again whose subscription should have ended or whose invoice should be paid. */
  'billing.reconcile-account': { userId: string }
  /** Scheduled hourly. */
  'billing.find-unpaid': Record<string, never>
  /** Suspends an account if it is still unpaid after the limit. */
  'billing.suspend-unpaid': { userId: string }
  /** Scheduled hourly. */
  'tokens.notice-expiry': Record<string, never>
  /** Scheduled every 15 minutes. */
  'tokens.notice-old-secret': Record<string, never>
  /** Scheduled every minute. */
  'members.mail-roles': Record<string, never>
  /** Mails the owner of a workspace about API tokens and service accounts created since `from` (ISO). */
  'workspaces.mail-credentials': { workspaceId: string; from: string }
  /** Sends an event to a webhook of this owner. `attempt` counts from 1. */
  'webhooks.deliver': { webhookId: string; ownerUserId: string; eventId: string; attempt: number }
  /** Scheduled hourly. */
  'access-review.remind': Record<string, never>
  /** Scheduled every minute. */
  'people.end-pauses': Record<string, never>
  /** Scheduled nightly. */
  'data.purge': Record<string, never>
}
export type JobName = keyof JobData
/** Mails need an account, which `sendMail` takes. */
export type OtherJobName = Exclude<JobName, 'mail.send'>

/**
 * Runs a job after this many seconds. The queue divides the time into slots of this length, and drops further jobs of the same
 * name and key in the slot.
 */
export interface Delay {
  seconds: number
  key: string
}

export interface Jobs {
  /** Queues a job. In a transaction, the job is queued only if the transaction commits. */
  send<Name extends OtherJobName>(db: Orm, name: Name, data: JobData[Name], delay?: Delay): Promise<void>
  /**
   * Queues a mail, like `send`.
   * @param accountId the account that causes the mail, whose mails delay only each other. A scheduled job without an account passes
   * its name.
   */
  sendMail(db: Orm, accountId: string, mail: Mail): Promise<void>
}

/** A handler may queue more jobs. */
export type JobHandlers = { [Name in JobName]: (data: JobData[Name], jobs: Jobs) => Promise<void> }

/** The number of jobs of one kind by state. `failed` counts recent jobs that ran out of retries. */
export interface QueueDepth {
  name: string
  counts: { ready: number; later: number; active: number; failed: number }
  /** Jobs that failed permanently and that operators have not requeued. */
  parked: number
  /** How long the oldest job that could run has been waiting. */
  waitingSeconds: number
}

export interface RunningJobs extends Jobs {
  /** The queue refreshes the counts once a minute, except for parked jobs. */
  depth(): Promise<QueueDepth[]>
  /** The seconds since the queue last answered this process. Mail workers poll every two seconds. */
  silentSeconds(): number
  /** Waits for running jobs to finish. */
  stop(): Promise<void>
}

/** How often finished jobs are deleted. The default of once a day would keep one-time codes too long. */
const maintenanceIntervalSeconds = 600
/** How often due schedules become jobs. Schedules have a resolution of a minute. */
const cronWorkerIntervalSeconds = 30
/** No job depends on another, so pg-boss has nothing to resolve. */
const flowIntervalSeconds = 600
const stopAtMostMs = 5_000

/** The cron schedules of recurring jobs, in UTC. */
const schedules: Partial<Record<JobName, string>> = {
  'billing.reconcile': '15 * * * *',
  'billing.find-unpaid': '30 * * * *',
  'billing.find-closed': '50 2 * * *',
  'billing.report-double': '55 2 * * *',
  'tokens.notice-expiry': '0 * * * *',
  'tokens.notice-old-secret': '*/15 * * * *',
  'members.mail-roles': '* * * * *',
  'access-review.remind': '45 * * * *',
  'people.end-pauses': '* * * * *',
  'data.purge': '40 3 * * *',
}

const shareWindowMs = 600_000

/**
 * Sets the priority of jobs, so that the backlog of one account never delays the jobs of another. Each further job of an
 * account within ten minutes has a lower priority than the previous one. Each process counts the jobs that it queues.
 */
export class JobShares {
  readonly #now: () => number
  #counts = new Map<string, number>()
  #endsAt = 0

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Counts a job of the account and returns its priority: 0 for the first job, then -1, -2 and so on. */
  take(accountId: string): number {
    if (this.#now() >= this.#endsAt) {
      this.#counts = new Map()
      this.#endsAt = this.#now() + shareWindowMs
    }
    const count = this.#counts.get(accountId) ?? 0
    this.#counts.set(accountId, count + 1)
    return count === 0 ? 0 : -count
  }
}

/** pg-boss emits some errors as plain objects, which a logger does not recognize as errors. */
function toError(error: unknown): unknown {
  if (error instanceof Error || typeof error !== 'object' || error === null) return error
  const { message } = error as { message?: unknown }
  return Object.assign(new Error(String(message ?? 'unknown error')), error)
}

/**
 * When processes start together, each may try to create the queue's schema. For all but the first, PostgreSQL reports a unique
 * violation in its system catalog. pg-boss ignores this race only if the message contains `already exists`.
 */
function convertCreateRace(text: string, error: unknown): never {
  if (!/create schema/i.test(text) || !violatedUnique(error)?.startsWith('pg_')) throw error
  throw new Error("Another process has just created the queue's schema, so it already exists", {
    cause: error,
  })
}

/**
 * Starts the queue on the database. All processes share the queue, and each job is processed by one of those that work on it. The
 * others only queue jobs.
 */
export async function startJobs(
  database: Database,
  handlers: JobHandlers,
  log: JobLog,
  { isWorking = true } = {},
): Promise<RunningJobs> {
  const { queue } = database
  let answeredAt = performance.now()
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => {
        const answer = await queue
          .executeSql(text, values)
          .catch((error: unknown) => convertCreateRace(text, error))
        answeredAt = performance.now()
        return answer
      },
    },
    useListenNotify: false,
    supervise: isWorking,
    schedule: isWorking,
    maintenanceIntervalSeconds,
    cronWorkerIntervalSeconds,
    flowIntervalSeconds,
  })
  boss.on('error', (error) => log.error({ err: toError(error) }, 'the job queue failed'))
  await boss.start()
  const shares = new JobShares()
  const shareOf = (accountId: string, groupId = accountId) => ({
    group: { id: groupId },
    priority: shares.take(accountId),
  })
  const jobs: Jobs = {
    send: async (db, name, data, delay) => {
      const later = delay && {
        startAfter: delay.seconds,
        singletonKey: delay.key,
        singletonSeconds: delay.seconds,
      }
      let share = {}
      if ('userId' in data) share = shareOf(data.userId)
      // A server gets one delivery at a time. An owner with thousands of webhooks still has the share of one account.
      else if ('webhookId' in data) share = shareOf(data.ownerUserId, data.webhookId)
      await boss.send(name, data, { ...share, ...later, db: queueIn(db) })
    },
    sendMail: async (db, accountId, mail) => {
      await boss.send('mail.send', mail, { ...shareOf(accountId), db: queueIn(db) })
    },
  }
  const names = Object.keys(handlers) as JobName[]
  // All queues must exist before the first job runs, because a job may queue others.
  await prepareQueues(boss, names)
  const { retryLimit } = queueOptions
  const streams: JobStream[] = []
  async function start<Name extends JobName>(name: Name): Promise<void> {
    const work = {
      isScheduled: schedules[name] !== undefined,
      log,
      retryLimit,
      run: (data: JobData[Name]) => handlers[name](data, jobs),
    }
    if (name === 'webhooks.deliver') streams.push(startStream(boss, name, work))
    else await startWorkers(boss, name, work)
  }
  if (isWorking) for (const name of names) await start(name)
  await prepareSchedules(boss, names, schedules)
  const depth = async (): Promise<QueueDepth[]> => {
    const queues = await boss.getQueues(names)
    const waiting = await readWaitingSeconds(queue)
    const parked = await countParked(queue)
    return queues.map(({ name, readyCount, deferredCount, activeCount, failedCount }) => ({
      name,
      counts: {
        ready: readyCount,
        later: deferredCount,
        active: activeCount,
        failed: failedCount,
      },
      parked: parked.get(name) ?? 0,
      waitingSeconds: waiting.get(name) ?? 0,
    }))
  }
  return {
    ...jobs,
    depth,
    // Without workers, nothing asks the queue regularly.
    silentSeconds: () => (isWorking ? (performance.now() - answeredAt) / 1_000 : 0),
    stop: async () => {
      await Promise.all(streams.map((stream) => stream.stop()))
      await boss.stop({ graceful: true, timeout: stopAtMostMs })
    },
  }
}

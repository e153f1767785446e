/** Runs jobs that wait for servers of users. A batch would wait for its slowest job, so each job frees its slot by itself. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, PgBoss } from 'pg-boss'
import { settle, type Work } from './job-workers.ts'

const slots = 50
export const streamPollMs = 2_500
/**
 * A job that takes longer at the end of the process runs again in another one. With the time for requests and other jobs, this stays
 * below the limit of the drain in `run-server.ts`.
 */
const stopAtMostMs = 500

export interface JobStream {
  stop(): Promise<void>
}

/** Takes jobs until it is stopped, at most one of each group at the same time. */
export function startStream<Data>(boss: PgBoss, name: string, work: Work<Data>): JobStream {
  const running = new Set<Promise<unknown>>()
  const stopping = new AbortController()

  async function runOne(job: Job<Data>): Promise<void> {
    const { id, status, output } = await settle(name, job, work)
    await (status === 'completed' ? boss.complete(name, id) : boss.fail(name, id, output as object))
  }

  /** Fills the slots. A fetch returns a single job if the next ones are all of one group, so it is repeated until there are none. */
  async function takeJobs(): Promise<void> {
    while (running.size < slots && !stopping.signal.aborted) {
      const batchSize = slots - running.size
      const jobs = await boss.fetch<Data>(name, { batchSize, groupConcurrency: 1 })
      if (jobs.length === 0) return
      for (const job of jobs) {
        // A job whose outcome can't be saved expires and runs again.
        const done = runOne(job)
          .catch((error: unknown) =>
            work.log.error({ err: error, job: name, jobId: job.id }, 'a job could not be settled'),
          )
          .finally(() => running.delete(done))
        running.add(done)
      }
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await takeJobs().catch((error: unknown) =>
        work.log.error({ err: error, job: name }, 'the job queue failed'),
      )
      const pause = sleep(streamPollMs, undefined, { signal: stopping.signal }).catch(() => {})
      await Promise.race([pause, ...running])
    }
  }

  const looping = loop()
  return {
    stop: async () => {
      stopping.abort()
      await looping
      await Promise.race([Promise.all(running), sleep(stopAtMostMs, undefined, { ref: false })])
    },
  }
}

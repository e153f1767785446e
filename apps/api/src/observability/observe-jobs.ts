import type { JobHandlers, Jobs } from '../jobs/jobs.ts'

/** Observes a job, runs it and returns its result. */
export type ObserveJob = <T>(name: string, run: () => Promise<T>) => Promise<T>

type Handler = (data: never, jobs: Jobs) => Promise<void>

/** Wraps the handlers so that each runs through the observers, the first outermost. */
export function observeJobs(handlers: JobHandlers, observers: readonly ObserveJob[]): JobHandlers {
  const observed = Object.entries<Handler>(handlers).map(([name, handler]): [string, Handler] => [
    name,
    (data, jobs) => {
      const work = () => handler(data, jobs)
      return observers.reduceRight((run, observe) => () => observe(name, run), work)()
    },
  ])
  return Object.fromEntries(observed) as JobHandlers
}

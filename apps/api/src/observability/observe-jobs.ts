import type { JobHandlers, Jobs } from '../jobs/jobs.ts'

/** Is told of a job, does it, and hands back what it answers. */
export type ObserveJob = <T>(name: string, run: () => Promise<T>) => Promise<T>

type Handler = (data: never, jobs: Jobs) => Promise<void>

/** The same handlers, each run through the observers, the first outermost. */
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

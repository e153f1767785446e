import type { JobHandlers, JobName } from '../jobs/jobs.ts'

/** Is told of a job, does it, and hands back what it answers. */
export type ObserveJob = <T>(name: string, run: () => Promise<T>) => Promise<T>

/** The same handlers, each run through the observers, the first outermost. */
export function observeJobs(handlers: JobHandlers, observers: readonly ObserveJob[]): JobHandlers {
  const observed = (Object.keys(handlers) as JobName[]).map((name) => [name, handlerOf(handlers, name, observers)])
  return Object.fromEntries(observed) as JobHandlers
}

function handlerOf<Name extends JobName>(
  handlers: JobHandlers,
  name: Name,
  observers: readonly ObserveJob[],
): JobHandlers[Name] {
  const observed: JobHandlers[Name] = (data, jobs) =>
    observers.reduceRight(
      (run, observe) => () => observe(name, run),
      () => handlers[name](data, jobs),
    )()
  return observed
}

/** Runs several processes as one: all of them, or none. */
import { type ProcessGroup, startProcessGroup } from './process-group.ts'
import { waitUntilReady } from './wait-until-ready.ts'

export interface SupervisedProcess {
  name: string
  what: string
  /** Node's arguments. */
  arguments: string[]
  env: Record<string, string>
  cwd: string
  readyAddress: string
  onLine: (line: string) => void
  /** Started only when this has resolved. */
  after?: Promise<unknown>
}

export interface SuperviseOptions {
  processes: readonly SupervisedProcess[]
  /** Resolves with the reason when it is time to stop. */
  untilAskedToStop: Promise<string>
  onAllReady: () => void
  /** Said before the processes are stopped, with the exit code to come. */
  onStop: (sentence: string, code: number) => void
  readyTimeoutMs: number
  /** What a process gets between SIGTERM and SIGKILL. */
  stopGraceMs: number
}

export interface Supervision {
  /** Resolves when nothing runs any more: 0 after a stop that was asked for, otherwise 1. */
  exitCode: Promise<number>
  /** SIGKILL for everything. */
  killNow: () => void
}

/** Starts every process, and stops all of them when one ends, when one does not answer in time, or when asked. */
export function supervise(options: SuperviseOptions): Supervision {
  const { processes, readyTimeoutMs } = options
  const groups: ProcessGroup[] = []
  const stopping = new AbortController()
  let readyCount = 0

  /** Resolves with a sentence when the process ends or fails to answer. */
  const run = async (row: SupervisedProcess): Promise<string> => {
    await row.after
    if (stopping.signal.aborted) return ''
    const group = startProcessGroup(row)
    groups.push(group)
    const ended = group.ended.then((how) => `The process "${row.name}" (${row.what}) ended ${how}.`)
    const outcome = await Promise.race([
      ended,
      waitUntilReady(row.readyAddress, readyTimeoutMs, stopping.signal),
    ])
    if (typeof outcome === 'string') return outcome
    if (!outcome && !stopping.signal.aborted) {
      return `The process "${row.name}" did not answer at ${row.readyAddress} within ${readyTimeoutMs / 1_000} s.`
    }
    readyCount += 1
    if (readyCount === processes.length && !stopping.signal.aborted) options.onAllReady()
    return ended
  }

  const asked = options.untilAskedToStop.then((reason) => ({
    code: 0,
    sentence: `Stopping everything (${reason}).`,
  }))
  const failed = Promise.race(processes.map(run)).then(
    (sentence) => ({ code: 1, sentence: `${sentence} Stopping the others.` }),
    (error: unknown) => ({ code: 1, sentence: error instanceof Error ? error.message : String(error) }),
  )
  const exitCode = Promise.race([asked, failed]).then(async ({ code, sentence }) => {
    options.onStop(sentence, code)
    stopping.abort()
    await Promise.all(groups.map((group) => group.stop(options.stopGraceMs)))
    return code
  })
  return {
    exitCode,
    killNow: () => {
      for (const group of groups) group.killNow()
    },
  }
}

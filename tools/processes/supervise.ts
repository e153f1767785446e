/** Runs several processes together. If one ends, all of them stop. */
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
  /** The process starts when this promise has resolved. */
  after?: Promise<unknown> | undefined
}

export interface SuperviseOptions {
  processes: readonly SupervisedProcess[]
  /** Resolves with the reason for a requested stop. */
  untilAskedToStop: Promise<string>
  onAllReady: () => void | Promise<void>
  /** Called before the processes are stopped, with the resulting exit code. */
  onStop: (sentence: string, code: number) => void
  readyTimeoutMs: number
  /** The time between SIGTERM and SIGKILL. */
  stopGraceMs: number
}

/** Restarts the stopped processes. Resolves with whether all of them are ready. */
export type Resume = () => Promise<boolean>

export interface Supervision {
  /** Resolves when all processes have ended, with 0 after a requested stop and 1 otherwise. */
  exitCode: Promise<number>
  /** Sends SIGKILL to all processes. */
  killNow: () => void
  /** Stops some of the processes until `Resume` is called. Resolves when they have exited. */
  pause: (names: readonly string[]) => Promise<Resume>
}

/** Starts every process. Stops all of them when one exits, when one isn't ready in time, or on request. */
export function supervise(options: SuperviseOptions): Supervision {
  const { processes, readyTimeoutMs } = options
  const groups = new Map<string, ProcessGroup>()
  /** Per paused process: resolves when it may restart. */
  const pauses = new Map<string, Promise<void>>()
  const running = new Set<string>()
  /** Processes stopped by a pause. Their exit is not a failure. */
  const stoppedOnPurpose = new Set<string>()
  const stopping = new AbortController()
  const ready = new Set<string>()
  let isReadyTold = false

  const isReady = (row: SupervisedProcess) =>
    waitUntilReady(row.readyAddress, readyTimeoutMs, stopping.signal)
  const isLate = ({ name, readyAddress }: SupervisedProcess) =>
    `The process "${name}" did not answer at ${readyAddress} within ${readyTimeoutMs / 1_000} s.`

  /** Resolves with a sentence when the process ends or fails to answer. */
  const runOnce = async (row: SupervisedProcess): Promise<string> => {
    const group = startProcessGroup(row)
    groups.set(row.name, group)
    running.add(row.name)
    const ended = group.ended.then((how) => {
      running.delete(row.name)
      return `The process "${row.name}" (${row.what}) ended ${how}.`
    })
    const outcome = await Promise.race([ended, isReady(row)])
    if (typeof outcome === 'string') return outcome
    if (!outcome && !stopping.signal.aborted && !pauses.has(row.name)) return isLate(row)
    if (outcome) ready.add(row.name)
    if (ready.size === processes.length && !isReadyTold && !stopping.signal.aborted) {
      isReadyTold = true
      await options.onAllReady()
    }
    return ended
  }

  const run = async (row: SupervisedProcess): Promise<string> => {
    await row.after
    for (;;) {
      await pauses.get(row.name)
      if (stopping.signal.aborted) return ''
      const sentence = await runOnce(row)
      if (!stoppedOnPurpose.delete(row.name)) return sentence
    }
  }

  const pause = async (names: readonly string[]): Promise<Resume> => {
    const rows = processes.filter(({ name }) => names.includes(name))
    const { promise, resolve } = Promise.withResolvers<void>()
    for (const { name } of rows) {
      pauses.set(name, promise)
      if (running.has(name)) stoppedOnPurpose.add(name)
    }
    await Promise.all(rows.map(({ name }) => groups.get(name)?.stop(options.stopGraceMs)))
    return async () => {
      for (const { name } of rows) pauses.delete(name)
      resolve()
      return (await Promise.all(rows.map(isReady))).every(Boolean)
    }
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
    await Promise.all([...groups.values()].map((group) => group.stop(options.stopGraceMs)))
    return code
  })
  return {
    exitCode,
    killNow: () => {
      for (const group of groups.values()) group.killNow()
    },
    pause,
  }
}

/** Runs several processes together. If one ends, all of them stop. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type ProcessGroup, startProcessGroup } from './process-group.ts'
import { waitUntilReady } from './wait-until-ready.ts'

export interface SupervisedProcess {
  name: string
  what: string
  /** Node's arguments. */
  arguments: string[]
  env: Record<string, string>
  cwd: string
  /** The process is ready when this URL answers. Without it, when the process sends a message to its parent. */
  readyAddress?: string | undefined
  onLine: (line: string) => void
  /** The process starts when this has resolved. */
  after?: ((untilReady: UntilReady) => Promise<unknown>) | undefined
  /** Stopped after all others, which use it until they end. */
  isStoppedLast?: boolean | undefined
}

/** Resolves when the processes with these names are ready. */
export type UntilReady = (...names: string[]) => Promise<unknown>

export interface SuperviseOptions {
  processes: readonly SupervisedProcess[]
  /** Resolves with the reason for a requested stop. */
  untilAskedToStop: Promise<string>
  onAllReady: () => void
  /** Called before the processes are stopped, with the resulting exit code. */
  onStop: (sentence: string, code: number) => void
  readyTimeoutMs: number
  /** The time between SIGTERM and SIGKILL. */
  stopGraceMs: number
}

export interface Supervision {
  /** Resolves when all processes have ended, with 0 after a requested stop and 1 otherwise. */
  exitCode: Promise<number>
  /** Sends SIGKILL to all processes. */
  killNow: () => void
}

/** Starts every process. Stops all of them when one exits, when one isn't ready in time, or on request. */
export function supervise(options: SuperviseOptions): Supervision {
  const { processes, readyTimeoutMs, stopGraceMs } = options
  const groups = new Map<SupervisedProcess, ProcessGroup>()
  const ready = new Map(processes.map(({ name }) => [name, Promise.withResolvers<void>()]))
  const stopping = new AbortController()
  const untilReady: UntilReady = (...names) => Promise.all(names.map((name) => ready.get(name)?.promise))

  const isReady = async (row: SupervisedProcess, group: ProcessGroup): Promise<boolean> => {
    if (row.readyAddress !== undefined)
      return waitUntilReady(row.readyAddress, readyTimeoutMs, stopping.signal)
    const isLate = sleep(readyTimeoutMs, false, { ref: false, signal: stopping.signal }).catch(() => false)
    return Promise.race([group.firstMessage.then(() => true), isLate])
  }

  /** Resolves with a sentence when the process ends or fails to answer. */
  const run = async (row: SupervisedProcess): Promise<string> => {
    await row.after?.(untilReady)
    if (stopping.signal.aborted) return ''
    const group = startProcessGroup(row)
    groups.set(row, group)
    const ended = group.ended.then((how) => `The process "${row.name}" (${row.what}) ended ${how}.`)
    const outcome = await Promise.race([ended, isReady(row, group)])
    if (typeof outcome === 'string') return outcome
    if (outcome) ready.get(row.name)?.resolve()
    else if (!stopping.signal.aborted)
      return `The process "${row.name}" ${row.readyAddress ? `did not answer at ${row.readyAddress}` : 'was not ready'} within ${readyTimeoutMs / 1_000} s.`
    return ended
  }

  const stop = (areLast: boolean) => {
    const chosen = [...groups].filter(([row]) => (row.isStoppedLast ?? false) === areLast)
    return Promise.all(chosen.map(([, group]) => group.stop(stopGraceMs)))
  }

  void untilReady(...ready.keys()).then(options.onAllReady)
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
    await stop(false)
    await stop(true)
    return code
  })
  return {
    exitCode,
    killNow: () => {
      for (const group of groups.values()) group.killNow()
    },
  }
}

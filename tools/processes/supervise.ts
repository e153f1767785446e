/** Runs several processes together. If one ends, all of them stop. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type ProcessGroup, type ProcessGroupOptions, startProcessGroup } from './process-group.ts'

export interface SupervisedProcess extends ProcessGroupOptions {
  name: string
  what: string
  /** The process is ready when this URL answers. Without it, when the process sends a message to its parent. */
  readyAddress?: string | undefined
  /** The names of the processes that must be ready first. */
  needs?: string[]
  /** Runs before the process starts. */
  prepare?: (() => Promise<unknown>) | undefined
  /** Stopped after all others, which use it until they end. */
  isStoppedLast?: boolean
}

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

/**
 * Starts every process. Stops all of them when one exits, when one isn't ready in time, or on request. Resolves when all
 * have ended, with 0 after a requested stop and 1 otherwise.
 */
export async function supervise(options: SuperviseOptions): Promise<number> {
  const { processes, untilAskedToStop, onAllReady, onStop, readyTimeoutMs, stopGraceMs } = options
  const groups = new Map<SupervisedProcess, ProcessGroup>()
  const ready = new Map(processes.map(({ name }) => [name, Promise.withResolvers<void>()]))
  let isStopping = false

  /** Rejects when the process ends or isn't ready in time. */
  const run = async (row: SupervisedProcess): Promise<never> => {
    await Promise.all((row.needs ?? []).map((name) => ready.get(name)?.promise))
    await row.prepare?.()
    if (isStopping) return new Promise(() => {})
    const group = startProcessGroup(row)
    groups.set(row, group)
    const ended = group.ended.then((how) => {
      throw new Error(`The process "${row.name}" (${row.what}) ended ${how}. Stopping the others.`)
    })
    const untilFirstMessage = async () => {
      const isLate = sleep(readyTimeoutMs, true, { ref: false })
      if ((await Promise.race([group.firstMessage, isLate])) !== true) return
      const seconds = readyTimeoutMs / 1_000
      throw new Error(
        `The process "${row.name}" (${row.what}) was not ready within ${seconds} s. Stopping the others.`,
      )
    }
    const isReady = row.readyAddress
      ? group.untilReady(row.readyAddress, readyTimeoutMs)
      : untilFirstMessage()
    await Promise.race([ended, isReady])
    ready.get(row.name)?.resolve()
    return ended
  }

  const stop = (areLast: boolean) =>
    Promise.all(
      [...groups]
        .filter(([{ isStoppedLast = false }]) => isStoppedLast === areLast)
        .map(([, group]) => group.stop(stopGraceMs)),
    )

  void Promise.all([...ready.values()].map(({ promise }) => promise)).then(onAllReady)
  const { code, sentence } = await Promise.race([
    untilAskedToStop.then((reason) => ({ code: 0, sentence: `Stopping everything (${reason}).` })),
    Promise.race(processes.map(run)).catch((error: Error) => ({ code: 1, sentence: error.message })),
  ])
  isStopping = true
  onStop(sentence, code)
  await stop(false)
  await stop(true)
  return code
}

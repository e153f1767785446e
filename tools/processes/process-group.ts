/** The one place that starts long-running processes: a child process with its descendants and output lines. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntilReady } from './wait-until-ready.ts'

export interface ProcessGroup {
  pid: number | undefined
  isRunning: () => boolean
  /** Resolves with the exit code, or with null after a signal. */
  exitCode: Promise<number | null>
  /** Resolves when the process sends a message with `process.send`. */
  firstMessage: Promise<unknown>
  /** Resolves with a description of how the process ended. */
  ended: Promise<string>
  /**
   * Resolves when the address answers with success. Rejects, with the last output lines, if the process ends first or needs
   * longer than `timeoutMs`.
   */
  untilReady: (address: string, timeoutMs: number, pollMs?: number) => Promise<void>
  /** Returns what `work` resolves to. Rejects, with the last output lines, if the process ends first. */
  whileRunning: <Result>(work: Promise<Result>) => Promise<Result>
  /** Sends SIGTERM, then SIGKILL after `graceMs`. Resolves when the whole group has ended. */
  stop: (graceMs: number) => Promise<void>
  killNow: () => void
}

export interface ProcessGroupOptions {
  /** Node's arguments. */
  arguments: string[]
  /** By default the folder of this process. */
  cwd?: string
  env: NodeJS.ProcessEnv
  /** Called with each output line. By default stdout is discarded and stderr is that of this process. */
  onLine?: (line: string) => void
  /** The file for stdout, which this process then doesn't read. */
  logFile?: string
}

const hasGroups = process.platform !== 'win32'
const lastLinesMs = 150
const killedWithinMs = 1_000
/** The output lines that an error message repeats. */
const keptLines = 40
const preload = new URL('end-with-parent.ts', import.meta.url).href

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (hasGroups) process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch {
    // The group has already ended.
  }
}

function isGroupAlive(child: ChildProcess): boolean {
  if (child.pid === undefined) return false
  if (!hasGroups) return child.exitCode === null && child.signalCode === null
  try {
    process.kill(-child.pid, 0)
    return true
  } catch {
    return false
  }
}

async function untilGone(child: ChildProcess, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (isGroupAlive(child) && Date.now() < deadline) await sleep(30)
}

function outputOf({ onLine, logFile }: ProcessGroupOptions): StdioOptions {
  if (onLine) return ['ignore', 'pipe', 'pipe', 'ipc']
  return ['ignore', logFile === undefined ? 'ignore' : openSync(logFile, 'a'), 'inherit', 'ipc']
}

/** Starts `node` in a new process group, so that signals also reach its descendants. */
export function startProcessGroup(options: ProcessGroupOptions): ProcessGroup {
  const child = spawn(process.execPath, ['--import', preload, ...options.arguments], {
    cwd: options.cwd,
    env: options.env,
    detached: hasGroups,
    stdio: outputOf(options),
  })
  const lastLines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      lastLines.splice(0, lastLines.push(line) - keptLines)
      options.onLine?.(line)
    })
  }
  const firstMessage = new Promise((resolve) => child.once('message', resolve))
  const exit: Promise<[number | null, NodeJS.Signals | null]> = once(child, 'exit') as never
  const ended = exit.then(
    async ([code, signal]) => {
      // Read the last lines from the pipe before reporting the end.
      await sleep(lastLinesMs)
      return signal ? `by ${signal}` : `with exit code ${code}`
    },
    (error: Error) => `before it began: ${error.message}`,
  )
  const failure = (what: string) =>
    new Error([`The process "${options.arguments.join(' ')}" ${what}.`, ...lastLines].join('\n'))
  const whileRunning: ProcessGroup['whileRunning'] = (work) =>
    Promise.race([work, ended.then((how) => Promise.reject(failure(`ended ${how}`)))])
  return {
    pid: child.pid,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    exitCode: exit.then(
      ([code]) => code,
      () => null,
    ),
    ended,
    firstMessage,
    whileRunning,
    untilReady: async (address, timeoutMs, pollMs) => {
      const stopping = new AbortController()
      const waiting = waitUntilReady(address, timeoutMs, stopping.signal, pollMs)
      const isReady = await whileRunning(waiting).finally(() => stopping.abort())
      if (!isReady) throw failure(`did not answer at ${address} within ${timeoutMs / 1_000} s`)
    },
    killNow: () => signalGroup(child, 'SIGKILL'),
    stop: async (graceMs) => {
      signalGroup(child, 'SIGTERM')
      await untilGone(child, graceMs)
      if (!isGroupAlive(child)) return
      signalGroup(child, 'SIGKILL')
      // Bounded, because killed orphans stay in the group if no process reaps them.
      await untilGone(child, killedWithinMs)
    },
  }
}

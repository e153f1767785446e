/** The one place that starts long-running processes: `node` with its descendants and output lines. */
import { createWriteStream, openSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'

export type ProcessGroup = ReturnType<typeof startProcessGroup>

export interface ProcessGroupOptions {
  /** Node's arguments. */
  arguments: string[]
  /** By default the folder of this process. */
  cwd?: string
  env: NodeJS.ProcessEnv
  /** Called with each output line. By default stdout is discarded and stderr is that of this process. */
  onLine?: (line: string) => void
  /** The file that stdout is appended to. */
  logFile?: string
  /** Kills the process. */
  signal?: AbortSignal | undefined
}

/** The output lines that an error message repeats. */
const keptLines = 40
const requestTimeoutMs = 2_000
const preload = new URL('end-with-parent.ts', import.meta.url).href

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(requestTimeoutMs),
      // The Vite dev server answers its page only to those who ask for one.
      headers: { accept: 'text/html,application/json' },
    })
    await response.body?.cancel()
    return response.status < 400
  } catch {
    return false
  }
}

/** Starts `node` in a new process group, which ends when this process ends. */
export function startProcessGroup(options: ProcessGroupOptions) {
  const { arguments: words, cwd, env, onLine, logFile, signal: cancelSignal } = options
  const lastLines: string[] = []
  // biome-ignore lint/correctness/useYield: execa calls a generator for each line. This one discards the line.
  function* readLine(line: string) {
    lastLines.splice(0, lastLines.push(line) - keptLines)
    onLine?.(line)
  }
  // An open file and not execa's `{ file }`, with which this process would read and write every line.
  const log =
    logFile === undefined ? undefined : createWriteStream(logFile, { fd: openSync(logFile, 'a', 0o600) })
  const child = execa(process.execPath, ['--import', preload, ...words], {
    cwd,
    env,
    extendEnv: false,
    stdout: onLine ? readLine : (log ?? 'ignore'),
    stderr: onLine ? readLine : 'inherit',
    buffer: false,
    ipc: true,
    killDescendants: true,
    // Used when this process exits.
    killSignal: 'SIGKILL',
    reject: false,
    cancelSignal,
  })
  log?.close()
  let isRunning = true
  const ended = child.then(({ exitCode, signal, originalMessage }) => {
    isRunning = false
    if (signal) return `by ${signal}`
    return exitCode === undefined ? `before it began: ${originalMessage}` : `with exit code ${exitCode}`
  })
  // Stays pending if the process ends first, which `ended` reports.
  const firstMessage = child.getOneMessage().catch(() => new Promise<never>(() => {}))
  const failure = (what: string) =>
    new Error([`The process "${words.join(' ')}" ${what}.`, ...lastLines].join('\n'))

  return {
    pid: child.pid,
    isRunning: () => isRunning,
    /** Resolves with the exit code, or with null after a signal. */
    exitCode: child.then(({ exitCode }) => exitCode ?? null),
    /** Resolves with a description of how the process ended, after its last line. */
    ended,
    /** Resolves when the process sends a message with `process.send`. */
    firstMessage,
    /** Returns what `work` resolves to. Rejects, with the last output lines, if the process ends first. */
    whileRunning: <Result>(work: Promise<Result>): Promise<Result> =>
      Promise.race([ended.then((how) => Promise.reject(failure(`ended ${how}`))), work]),
    /**
     * Resolves when the address answers with success. Rejects, with the last output lines, if the process ends first or needs
     * longer than `timeoutMs`.
     */
    async untilReady(address: string, timeoutMs: number, pollMs = 120): Promise<void> {
      const deadline = Date.now() + timeoutMs
      while (!(await answers(address))) {
        if (!isRunning) throw failure(`ended ${await ended}`)
        if (Date.now() > deadline) throw failure(`did not answer at ${address} within ${timeoutMs / 1_000} s`)
        await sleep(pollMs)
      }
    },
    killNow: () => child.kill('SIGKILL'),
    /** Sends SIGTERM, then SIGKILL after `graceMs` and to descendants that are left. */
    async stop(graceMs: number): Promise<void> {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await child
      clearTimeout(timer)
      child.kill('SIGKILL')
    },
  }
}

/** Runs `node` to its end. Resolves with the exit code, or with null after a signal. */
export const runProgram = (options: ProcessGroupOptions) => startProcessGroup(options).exitCode

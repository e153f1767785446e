/** A child process with its descendants and output lines. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ProcessGroup {
  /** Resolves with a description of how the process ended. */
  ended: Promise<string>
  /** Sends SIGTERM, then SIGKILL after `graceMs`. Resolves when the whole group has ended. */
  stop: (graceMs: number) => Promise<void>
  killNow: () => void
}

export interface ProcessGroupOptions {
  /** Node's arguments. */
  arguments: string[]
  cwd: string
  env: Record<string, string>
  onLine: (line: string) => void
}

const hasGroups = process.platform !== 'win32'
const lastLinesMs = 150
const killedWithinMs = 1_000
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

/** Starts `node` in a new process group, so that signals also reach its descendants. */
export function startProcessGroup(options: ProcessGroupOptions): ProcessGroup {
  const child = spawn(process.execPath, ['--import', preload, ...options.arguments], {
    cwd: options.cwd,
    env: options.env,
    detached: hasGroups,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', options.onLine)
  }
  const ended = once(child, 'exit').then(
    async ([code, signal]) => {
      // Read the last lines from the pipe before reporting the end.
      await sleep(lastLinesMs)
      return signal ? `by ${signal}` : `with exit code ${code}`
    },
    (error: Error) => `before it began: ${error.message}`,
  )
  return {
    ended,
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

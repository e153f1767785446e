/** A server in a separate process, with its start time, memory and CPU time. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'

export interface ServerProcess {
  origin: string
  startMs: number
  /** Resident memory in MB. */
  residentMb(): number
  /** The CPU time so far, in milliseconds. On a busy machine it is more reliable than wall-clock time. */
  processorMs(): number
  stop(): Promise<void>
}

async function untilAnswers(address: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const isThere = await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isThere) return
    await new Promise((done) => setTimeout(done, 5))
  }
  throw new Error('The server exited before it answered.')
}

/**
 * @param readyPath answers with success when the server is ready
 * @param logFile the file for the log, which is discarded by default
 */
export async function startServer(
  file: string,
  port: number,
  readyPath: string,
  env: Record<string, string>,
  logFile?: string,
): Promise<ServerProcess> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', logFile === undefined ? 'ignore' : openSync(logFile, 'a'), 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  await untilAnswers(`${origin}${readyPath}`, child)
  return {
    origin,
    startMs: performance.now() - startedAt,
    residentMb: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
    },
    processorMs: () => {
      const tasks = `/proc/${child.pid}/task`
      const ofTask = (id: string) => Number(readFileSync(`${tasks}/${id}/schedstat`, 'utf8').split(' ')[0])
      return readdirSync(tasks).reduce((sum, id) => sum + ofTask(id), 0) / 1e6
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

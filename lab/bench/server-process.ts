/** A server in a process of its own, with what it costs: the time until it answers, its memory, its share of the processor. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'

export interface ServerProcess {
  origin: string
  startMs: number
  /** Resident memory in MB. */
  residentMb(): number
  /** What it has had of the processor so far, in milliseconds; it tells more than a clock where other work runs beside it. */
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
  throw new Error('The server ended before it answered.')
}

/**
 * @param readyPath answers success as soon as the server can be used
 * @param logFile where its log goes; nowhere without
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

/** A server in a separate process, with its start time, memory and CPU time. */
import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { startProcessGroup } from '../../tools/processes/process-group.ts'

const readyWithinMs = 60_000
/** Short, because the start time is measured. */
const pollMs = 5
const stopWithinMs = 15_000

export interface ServerProcess {
  origin: string
  startMs: number
  /** Resident memory in MB. */
  residentMb(): number
  /** The CPU time so far, in milliseconds. On a busy machine it is more reliable than wall-clock time. */
  processorMs(): number
  stop(): Promise<void>
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
  const group = startProcessGroup({ arguments: [file], env: { ...process.env, ...env }, logFile })
  const origin = `http://127.0.0.1:${port}`
  await group.untilReady(`${origin}${readyPath}`, readyWithinMs, pollMs)
  return {
    origin,
    startMs: performance.now() - startedAt,
    residentMb: () => {
      const status = readFileSync(`/proc/${group.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
    },
    processorMs: () => {
      const tasks = `/proc/${group.pid}/task`
      const ofTask = (id: string) => Number(readFileSync(`${tasks}/${id}/schedstat`, 'utf8').split(' ')[0])
      return readdirSync(tasks).reduce((sum, id) => sum + ofTask(id), 0) / 1e6
    },
    stop: () => group.stop(stopWithinMs),
  }
}

import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export interface ProcessIdentity {
  pid: number
  /** The start time in the system's format. Process ids are reused, and the start time tells such processes apart. */
  startedAt: string | undefined
  /**
   * Identifies the namespace of the process id: one boot of one machine, and on Linux one container. A process cannot look
   * up processes in another scope.
   */
  scope: string
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startedAt: lookUp(process.pid)?.startedAt, scope: ownScope() }
}

/** Whether a process in this process's scope is still running. */
export function isProcessAlive({ pid, startedAt }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM means that the process is running as another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const found = lookUp(pid)
  if (!found) return true
  return !found.isDead && (startedAt === undefined || found.startedAt === startedAt)
}

function lookUp(pid: number): { startedAt: string; isDead: boolean } | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // Field 2 is the program's name in brackets and may contain anything. Field 3 is the state, field 22 the start time.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // A killed process stays listed as a zombie until its parent reaps it.
      return { startedAt: fields[19] ?? '', isDead: fields[0] === 'Z' || fields[0] === 'X' }
    }
    if (process.platform === 'win32') return undefined
    const startedAt = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return startedAt ? { startedAt, isDead: false } : undefined
  } catch {
    return undefined
  }
}

function ownScope(): string {
  if (process.platform !== 'linux') return hostname()
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

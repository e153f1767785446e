import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export interface ProcessIdentity {
  pid: number
  /** When it started, as the system writes it. Numbers are used again; this tells two processes apart. */
  startedAt: string | undefined
  /**
   * Where the number means something: one boot of one machine, and on Linux one container. Processes of
   * different scopes can't look for each other.
   */
  scope: string
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startedAt: lookUp(process.pid)?.startedAt, scope: ownScope() }
}

/** Whether a process of our own scope still lives. */
export function isProcessAlive({ pid, startedAt }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // "Not permitted" is what the system says of a living process of somebody else.
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
      // The second field is the program's name in brackets and may hold anything. State is the 3rd, start the 22nd.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // A killed process stays listed until its parent has asked for it.
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

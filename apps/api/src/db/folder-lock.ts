import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isProcessAlive, ownIdentity, type ProcessIdentity } from './process-identity.ts'

/** Another running process uses the data folder. The message is for the operator. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'
  readonly folder: string
  readonly pid: number
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}: stop that process first, or choose another folder with DATA_DIR.`,
    )
    this.folder = folder
    this.pid = pid
  }
}

export interface FolderLock {
  release(): void
}

interface Holder extends ProcessIdentity {
  /** Unique for each acquisition of the lock. */
  nonce: string
}

const heartbeatMs = 5_000
/** A holder in another container cannot be looked up, so it counts as dead after this time without a heartbeat. */
const silenceMs = 30_000
const retryDelayMs = 20
const maxTries = 100

/**
 * Acquires the lock file next to a database folder. Only one of several concurrent callers succeeds. The lock of a dead
 * process is taken over. The lock of a running process never is.
 * @throws DataFolderInUse
 */
export async function takeFolder(databaseFolder: string): Promise<FolderLock> {
  const path = `${resolve(databaseFolder)}.lock`
  const own: Holder = { ...ownIdentity(), nonce: randomUUID() }
  for (let tries = 1; ; tries++) {
    const outcome = take(path, own)
    if (outcome.isTaken) break
    if (outcome.isFinal || tries === maxTries) throw new DataFolderInUse(dirname(path), outcome.pid)
    await sleep(retryDelayMs)
  }
  const heartbeat = setInterval(() => touch(path), heartbeatMs)
  heartbeat.unref()
  return {
    release: () => {
      clearInterval(heartbeat)
      free(path, own)
    },
  }
}

type Outcome = { isTaken: true } | { isTaken: false; isFinal: boolean; pid: number }

/**
 * Creates the lock atomically, as a link to a complete file. To replace the lock of a dead holder, a process must first
 * acquire a claim, which is a lock file named after the holder's nonce, and then check that the holder's lock is still
 * there. Without the claim, the slower of two processes that find a dead holder could remove the faster one's new lock.
 */
function take(path: string, own: Holder): Outcome {
  const draft = `${path}.draft-${own.nonce}`
  write(draft, own)
  try {
    if (link(draft, path)) return { isTaken: true }
    const holder = read(path)
    if (!holder) return { isTaken: false, isFinal: false, pid: own.pid }
    if (isAlive(holder, path, own)) return { isTaken: false, isFinal: true, pid: holder.pid }

    const claim = `${path}.claim-${holder.nonce}`
    const claimed = take(claim, own)
    // The process that holds the claim may still release it, so the caller retries.
    if (!claimed.isTaken) return { ...claimed, isFinal: false }
    try {
      if (read(path)?.nonce !== holder.nonce) return { isTaken: false, isFinal: false, pid: holder.pid }
      renameSync(draft, path)
      return { isTaken: true }
    } finally {
      free(claim, own)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

function isAlive(holder: Holder, path: string, own: Holder): boolean {
  if (holder.scope === own.scope) return isProcessAlive(holder)
  const seen = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return Date.now() - seen < silenceMs
}

function write(path: string, holder: Holder): void {
  const file = openSync(path, 'wx')
  try {
    writeSync(file, JSON.stringify(holder))
    // After a power failure the lock must be complete or missing.
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

function read(path: string): Holder | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
  return (
    parse(text) ?? {
      pid: 0,
      startedAt: undefined,
      scope: '',
      nonce: createHash('sha256').update(text).digest('hex'),
    }
  )
}

function parse(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const { pid, startedAt, scope, nonce } = value as Record<string, unknown>
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 1) return undefined
    if (typeof scope !== 'string' || typeof nonce !== 'string' || !/^[\w-]{1,64}$/.test(nonce))
      return undefined
    return { pid, startedAt: typeof startedAt === 'string' ? startedAt : undefined, scope, nonce }
  } catch {
    return undefined
  }
}

function free(path: string, own: Holder): void {
  if (read(path)?.nonce === own.nonce) rmSync(path, { force: true })
}

function touch(path: string): void {
  try {
    const now = new Date()
    utimesSync(path, now, now)
  } catch {
    // The file was removed by hand. This process keeps using the folder.
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

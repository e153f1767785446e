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

/** Somebody who lives has the data folder. The message is a sentence for the operator. */
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
  /** Tells this taking of the lock from every other one. */
  nonce: string
}

const heartbeatMs = 5_000
/** A holder whom we cannot look for, because it runs in another container, counts as dead after this silence. */
const silenceMs = 30_000
const retryDelayMs = 20
const maxTries = 100

/**
 * Takes the lock file beside a database folder (HOUSE section 2). Of several that try at once one gets it;
 * the lock of a dead process is taken over, that of a living one never.
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
 * A lock appears whole, by a link to a finished file. It is replaced only by who holds the claim on that very
 * taking (a lock of the same kind, named after its nonce) and has seen under the claim that it still stands:
 * so of two that find a dead holder, the slower one cannot remove the faster one's lock.
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
    // Whoever has the claim may still let go of it.
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
    // After a power cut the lock is there with its text, or not at all.
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
    // Somebody removed the file by hand; the folder stays ours as long as we live.
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

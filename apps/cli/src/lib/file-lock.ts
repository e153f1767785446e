/** A lock between processes, for refreshing the tokens: a refresh token works once. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from './errors.ts'

const pollMs = 25
const waitAtMostMs = 30_000

const codeOf = (error: unknown) => (error as { code?: string }).code

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Removes the lock of a process that ended without removing it. */
async function removeAbandoned(lock: string): Promise<void> {
  const content = await readFile(lock, 'utf8').catch(() => undefined)
  const pid = Number(content?.split(' ')[0])
  if (content === undefined || content === '' || !Number.isInteger(pid) || isRunning(pid)) return
  const aside = `${lock}.${randomUUID()}`
  try {
    await rename(lock, aside)
    // Another process may have replaced the abandoned lock since it was read.
    const moved = await readFile(aside, 'utf8')
    if (moved !== content) await writeFile(lock, moved, { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(aside, { force: true })
  }
}

async function acquire(lock: string): Promise<void> {
  await mkdir(dirname(lock), { recursive: true, mode: 0o700 })
  const endsAt = Date.now() + waitAtMostMs
  while (Date.now() < endsAt) {
    try {
      await writeFile(lock, `${process.pid} ${randomUUID()}`, { flag: 'wx', mode: 0o600 })
      return
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    await removeAbandoned(lock)
    await sleep(pollMs)
  }
  throw new CommandError(
    `Another portal command has held ${lock} for ${waitAtMostMs / 1_000} seconds. Delete the file if no other command is running.`,
  )
}

/** Runs `act` while no other process holds the lock file. */
export async function withFileLock<T>(lock: string, act: () => Promise<T>): Promise<T> {
  await acquire(lock)
  try {
    return await act()
  } finally {
    await rm(lock, { force: true })
  }
}

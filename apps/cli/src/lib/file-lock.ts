/** A lock between processes, for refreshing the tokens: a refresh token works only once. */
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { lock } from 'proper-lockfile'
import { CommandError } from './errors.ts'
import { codeOf, targetOf } from './reserved-file.ts'
import { sleep } from './sleep.ts'

const waitAtMostMs = 30_000
const pollMs = 50
/** The holder renews its lock. The lock of a process that was killed ends after this time. */
const abandonedAfterMs = 5_000

const readOnlyErrors = ['EACCES', 'EPERM', 'EROFS']
/** Another process holds the lock, or has removed it as abandoned at the same moment. */
const contention = ['ELOCKED', 'ENOENT']

/** Waits only for other processes, because no retry creates a lock in a read-only folder. The library's retries repeat every error. */
async function waitForLock(target: string, lockfilePath: string): Promise<() => Promise<void>> {
  for (const giveUpAt = Date.now() + waitAtMostMs; ; await sleep(pollMs)) {
    try {
      return await lock(target, {
        lockfilePath,
        realpath: false,
        stale: abandonedAfterMs,
        // The default throws an uncaught error. The lock also expires while the computer sleeps, and the request can still finish.
        onCompromised: () => {},
      })
    } catch (error) {
      if (!contention.includes(codeOf(error) ?? '') || Date.now() >= giveUpAt) throw error
    }
  }
}

async function acquire(file: string): Promise<() => Promise<void>> {
  let lockfilePath = `${file}.locked`
  try {
    const target = await targetOf(file)
    lockfilePath = `${target}.locked`
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    return await waitForLock(target, lockfilePath)
  } catch (error) {
    // Only the file can be written, not its folder. The command then runs without a lock.
    if (readOnlyErrors.includes(codeOf(error) ?? '')) return async () => {}
    if (codeOf(error) !== 'ELOCKED')
      throw new CommandError(
        `The lock folder ${lockfilePath} can't be created: ${(error as Error).message}. Check the folder that it is in, and try again.`,
        { cause: error },
      )
    throw new CommandError(
      `Another portal command has held ${lockfilePath} for ${waitAtMostMs / 1_000} seconds. Delete the folder if no other command is running.`,
    )
  }
}

/** Runs `act` while no other process holds the lock of the file. */
export async function withFileLock<T>(file: string, act: () => Promise<T>): Promise<T> {
  const release = await acquire(file)
  try {
    return await act()
  } finally {
    // The lock may have been taken over while the computer was asleep.
    await release().catch(() => {})
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { isTransactionConflict } from './database-errors.ts'

const maxAttempts = 5
const firstDelayMs = 20

/**
 * Runs a transaction, or a statement outside of one, again after a serialization failure or a deadlock: the database has
 * rolled it back. Distributed engines answer so as a matter of course. The delay is random, so that rivals don't collide again.
 */
export async function retryConflicts<T>(
  run: () => Promise<T>,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt === maxAttempts || !isTransactionConflict(error)) throw error
      await wait(Math.random() * firstDelayMs * 2 ** attempt)
    }
  }
}

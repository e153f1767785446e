import { setTimeout as sleep } from 'node:timers/promises'
import { isTransactionConflict } from './database-errors.ts'

const maxAttempts = 5
const firstDelayMs = 20

/**
 * Repeats a transaction, or a statement outside of one, that the database rolled back after a serialization failure or a deadlock,
 * which are common on distributed engines. The delay is random, so that the same transactions don't collide again.
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

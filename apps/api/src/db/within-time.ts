import { DatabaseUnavailableError, driverUnavailable } from './database-errors.ts'

/**
 * Waits for an answer of the database, at most `limitMs` milliseconds.
 * @throws DatabaseUnavailableError
 */
export async function withinTime(limitMs: number, ask: () => Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DatabaseUnavailableError(`The database has not answered within ${limitMs} ms`)),
      limitMs,
    )
  })
  try {
    await Promise.race([ask(), tooLate])
  } catch (error) {
    throw driverUnavailable(error) ?? error
  } finally {
    clearTimeout(timer)
  }
}

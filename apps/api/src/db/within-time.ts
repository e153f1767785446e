import { DatabaseUnavailableError, driverUnavailable } from './database-errors.ts'

/**
 * Runs a query with a time limit.
 * @throws DatabaseUnavailableError
 */
export async function runWithTimeout(limitMs: number, ask: () => Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DatabaseUnavailableError(`The database did not answer within ${limitMs} ms`)),
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

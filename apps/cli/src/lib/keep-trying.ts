/** Commands that wait for something continue after an outage. */
import { ApiError, ConnectionError } from '@portal/client/errors'
import { sleep } from './sleep.ts'

const firstDelayMs = 1_000
const longestDelayMs = 10_000

/** Whether the same request may succeed later. */
function isTemporary(error: unknown): error is ApiError | ConnectionError {
  if (error instanceof ConnectionError) return !error.isUntrusted
  return error instanceof ApiError && (error.status === 429 || error.status >= 500)
}

/** Repeats `act` until it succeeds or fails for good. `note` is called once with the reason. */
export async function keepTrying<T>(act: () => Promise<T>, note: (text: string) => void): Promise<T> {
  for (let delayMs = firstDelayMs, isFirst = true; ; isFirst = false) {
    try {
      return await act()
    } catch (error) {
      if (!isTemporary(error)) throw error
      if (isFirst) note(`${error.message} This command keeps trying.`)
      const askedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
      await sleep(Math.max(delayMs, askedMs))
      delayMs = Math.min(delayMs * 2, longestDelayMs)
    }
  }
}

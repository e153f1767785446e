import { vi } from 'vitest'

/** Returns the failures logged in this test so far, and marks them as expected. */
export function loggedFailures(): string[] {
  const log = vi.mocked(console.error).mock
  const lines = log.calls.map((parts) => parts.map(String).join(' ').trim())
  log.calls.length = 0
  // The app configures React not to log failed requests again. The test's root has no such option, so React's development build
  // adds a sentence, and its production build logs the error itself.
  return lines.filter(
    (line) => !line.includes('The above error occurred') && !line.startsWith('RequestError'),
  )
}

import { vi } from 'vitest'

/** The failures that were logged so far in this test, which are then expected ones. */
export function loggedFailures(): string[] {
  const log = vi.mocked(console.error).mock
  const lines = log.calls.map((parts) => parts.map(String).join(' ').trim())
  log.calls.length = 0
  // The page tells React not to repeat what the request layer has logged; the test's own root has no such option.
  return lines.filter((line) => !line.includes('The above error occurred'))
}

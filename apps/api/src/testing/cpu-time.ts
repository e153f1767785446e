import process from 'node:process'

/**
 * Milliseconds that this thread has computed, from the call on: what a busy machine takes away does not count, so that
 * a limit on it holds everywhere.
 */
export function startCpuTime(): () => number {
  const began = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(began)
    return (user + system) / 1_000
  }
}

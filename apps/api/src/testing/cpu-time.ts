import process from 'node:process'

/**
 * Measures the CPU time of this thread from now on, in milliseconds. It excludes time spent waiting for a busy machine,
 * so limits on it hold everywhere.
 */
export function startCpuTime(): () => number {
  const began = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(began)
    return (user + system) / 1_000
  }
}

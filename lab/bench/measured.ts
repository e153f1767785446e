/** Runs a load for several rounds and measures its cost for the server. */
import { type LoadResult, load, type Target } from './load.ts'
import { median } from './median.ts'
import type { ServerProcess } from './server-process.ts'

/** The number of concurrent clients. */
export const connections = 10

/** The result of a load, with the CPU time per request in microseconds. */
export type Measured = LoadResult & { processorUs: number }

export async function loadOn(
  server: ServerProcess,
  targets: readonly Target[],
  durationMs: number,
): Promise<Measured> {
  const before = server.processorMs()
  const result = await load(targets, connections, durationMs)
  return { ...result, processorUs: ((server.processorMs() - before) * 1_000) / result.requests }
}

/** Returns the median of each figure. */
export function middle(results: Measured[]): Measured {
  const of = (figure: keyof Measured) => median(results.map((result) => result[figure]))
  return {
    requests: of('requests'),
    requestsPerSecond: of('requestsPerSecond'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    processorUs: of('processorUs'),
    failures: results.reduce((sum, { failures }) => sum + failures, 0),
  }
}

/**
 * The ratio is computed per round, then the median is taken, because other work on the machine affects both sides of a
 * round.
 */
export const middleRatio = (some: Measured[], others: Measured[], figure: keyof Measured) =>
  median(some.map((result, at) => result[figure] / (others[at]?.[figure] ?? 0)))

export const round = (value: number, digits = 2) => Number(value.toFixed(digits))

/** A load and what it has cost the server, over several rounds. */
import { type LoadResult, load, type Target } from './load.ts'
import { median } from './median.ts'
import type { ServerProcess } from './server-process.ts'

/** Callers at once. */
export const connections = 10

/** The load, with what one request has cost the server's process, in microseconds. */
export type Measured = LoadResult & { processorUs: number }

export async function loadOn(server: ServerProcess, target: Target, durationMs: number): Promise<Measured> {
  const before = server.processorMs()
  const result = await load([target], connections, durationMs)
  return { ...result, processorUs: ((server.processorMs() - before) * 1_000) / result.requests }
}

/** The round in the middle, of each figure. */
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

/** Of each round, then the one in the middle: what else the machine does then falls on both sides of a ratio. */
export const middleRatio = (some: Measured[], others: Measured[], figure: keyof Measured) =>
  median(some.map((result, at) => result[figure] / (others[at]?.[figure] ?? 0)))

export const round = (value: number, digits = 2) => Number(value.toFixed(digits))

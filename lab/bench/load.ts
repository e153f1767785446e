/** Load by autocannon, and what it costs the server. */
import autocannon from 'autocannon'
import type { ServerProcess } from '../processes.ts'

export type Request = autocannon.Request

export interface Measured {
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** The CPU time of the server per request, in microseconds. */
  processorUs: number
  /** The number of responses without success, and of requests without a response. */
  failures: number
}

const byNumber = (one: number, other: number) => one - other

/** Returns the value below which this share of the values is. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted(byNumber)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}

export const median = (values: readonly number[]) => percentile(values, 0.5)

export const round = (value: number, digits = 2) => Number(value.toFixed(digits))

/** Sends load with one keep-alive connection for each list of requests, which its connection repeats. */
export async function measureLoad(
  server: ServerProcess,
  clients: readonly Request[][],
  seconds: number,
): Promise<Measured> {
  // autocannon's histogram only has whole milliseconds.
  const times: number[] = []
  const waiting = [...clients]
  const before = server.processorMs()
  const { duration, non2xx, errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    autocannon(
      {
        url: server.url,
        connections: clients.length,
        duration: seconds,
        setupClient: (client) => client.setRequests(waiting.shift() ?? []),
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    ).on('response', (_client, _status, _bytes, ms) => times.push(ms))
  })
  return {
    requestsPerSecond: times.length / duration,
    p50Ms: median(times),
    p99Ms: percentile(times, 0.99),
    processorUs: ((server.processorMs() - before) * 1_000) / times.length,
    failures: non2xx + errors,
  }
}

/** Returns the median of a figure. */
export const medianOf = (results: readonly Measured[], figure: keyof Measured) =>
  median(results.map((result) => result[figure]))

/** The median of the ratios of each round, because other work on the machine affects both sides of a round. */
export const medianRatio = (some: readonly Measured[], others: readonly Measured[], figure: keyof Measured) =>
  median(some.map((result, at) => result[figure] / (others[at]?.[figure] ?? 0)))

/** Generates load over keep-alive connections with plain `node:http`, and measures the server. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Target {
  url: string
  method?: string
  headers: Record<string, string>
  /** Called for each request. */
  body?: () => string
}

export interface LoadResult {
  requests: number
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** The number of responses without success. */
  failures: number
}

function ask(agent: Agent, { url, method = 'GET', headers, body }: Target): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end(body?.())
  })
}

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/**
 * @param targets requested in turn
 * @param connections number of concurrent clients, each of which waits for a response before its next request
 * @param perSecond total request rate of all clients, unlimited by default
 */
export async function load(
  targets: readonly Target[],
  connections: number,
  durationMs: number,
  perSecond = Number.POSITIVE_INFINITY,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let failures = 0
  const startedAt = performance.now()
  const endsAt = startedAt + durationMs
  let asked = 0
  const caller = async () => {
    while (performance.now() < endsAt) {
      const target = targets[asked % targets.length]
      if (!target) throw new Error('At least one target is required.')
      const dueMs = startedAt + (asked * 1_000) / perSecond - performance.now()
      asked += 1
      if (dueMs > 0) await sleep(dueMs)
      const askedAt = performance.now()
      const status = await ask(agent, target)
      times.push(performance.now() - askedAt)
      if (status < 200 || status > 299) failures += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  const seconds = (performance.now() - startedAt) / 1_000
  agent.destroy()
  times.sort((one, other) => one - other)
  return {
    requests: times.length,
    requestsPerSecond: times.length / seconds,
    p50Ms: at(times, 0.5),
    p99Ms: at(times, 0.99),
    failures,
  }
}

/**
 * Sheds requests while the process or its database is overloaded, so that other requests are answered in time.
 * See docs/operations.md#overload.
 */
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { Refusal } from './refusal.ts'

export interface OverloadLimits {
  /** The mean delay of the event loop within a second, or within a period as long as a longer limit. 0 means no limit. */
  maxEventLoopDelayMs: number
  /** How many statements may wait for each database connection. */
  maxWaitingPerConnection: number
  /** How long a new process sheds nothing because of its event loop, which its own start has delayed. */
  settleMs: number
}

export const overloadLimits = ({ MAX_EVENT_LOOP_DELAY_MS }: Config): OverloadLimits => ({
  maxEventLoopDelayMs: MAX_EVENT_LOOP_DELAY_MS,
  maxWaitingPerConnection: 100,
  settleMs: 5_000,
})

interface Watched {
  poolState: () => { total: number; waiting: number } | undefined
  onShed: (reason: 'event-loop' | 'connections') => void
}

const retryAfterSeconds = 2
const shortestPeriodMs = 1_000

export async function shedLoad(
  app: FastifyInstance,
  { poolState, onShed }: Watched,
  { maxEventLoopDelayMs, maxWaitingPerConnection, settleMs }: OverloadLimits,
): Promise<void> {
  // Health checks must tell a busy process from a broken one.
  const isExempt = ({ url }: FastifyRequest) => url.startsWith('/health/')
  const shed = (reason: 'event-loop' | 'connections') => {
    onShed(reason)
    return new Refusal('ServiceOverloaded', 'The service is busy. Try again in a moment.', {
      retryAfterSeconds,
    })
  }
  let settledAt = Number.POSITIVE_INFINITY
  app.addHook('onReady', async () => {
    settledAt = performance.now() + settleMs
  })
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    // The library counts a delay as endless if it is as long as the period, so the period is never shorter than the limit. In a
    // period of a few milliseconds, the library would also count an idle event loop as delayed.
    sampleInterval: Math.max(shortestPeriodMs, maxEventLoopDelayMs),
    pressureHandler: (request) => {
      if (!isExempt(request) && performance.now() >= settledAt) throw shed('event-loop')
    },
  })
  app.addHook('onRequest', async (request) => {
    const { total, waiting } = poolState() ?? { total: 0, waiting: 0 }
    if (waiting > total * maxWaitingPerConnection && !isExempt(request)) throw shed('connections')
  })
}

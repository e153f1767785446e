/**
 * Sheds requests while the process or its database is overloaded, so that other requests are answered in time.
 * See docs/operations.md#overload.
 */
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { Refusal } from './errors/refusal.ts'

export interface OverloadLimits {
  /** The highest mean delay of the event loop over one second, or over this limit if it is longer. 0 means no limit. */
  maxEventLoopDelayMs: number
  /** How many statements may wait for each database connection. */
  maxWaitingPerConnection: number
  /** How long a new process ignores delays of its event loop, which its own start causes. */
  settleMs: number
}

export const overloadLimits = ({ MAX_EVENT_LOOP_DELAY_MS }: Config): OverloadLimits => ({
  maxEventLoopDelayMs: MAX_EVENT_LOOP_DELAY_MS,
  maxWaitingPerConnection: 100,
  settleMs: 5_000,
})

interface Watched {
  poolState: () => { total: number; waiting: number }
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
    // The library reports an infinite delay if the loop is blocked for a whole period, so the period is at least as long as the limit.
    // With a period of a few milliseconds, an idle loop would look delayed.
    sampleInterval: Math.max(shortestPeriodMs, maxEventLoopDelayMs),
    pressureHandler: (request) => {
      if (!isExempt(request) && performance.now() >= settledAt) throw shed('event-loop')
    },
  })
  app.addHook('onRequest', async (request) => {
    const { total, waiting } = poolState()
    if (waiting > total * maxWaitingPerConnection && !isExempt(request)) throw shed('connections')
  })
}

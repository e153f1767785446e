/**
 * The limits of sensitive calls, for all processes together, and a general one in each process's memory, so that no
 * ordinary read pays for them (RULES sections 2 and 3). A call is counted before its work is done.
 */
import type { Endpoint } from '@portal/contract/endpoint'
import { type RateLimit, rateLimitOf, rateLimits } from '@portal/contract/rate-limits'
import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import { addressKey } from './client-address.ts'
import { Refusal } from './refusal.ts'

/** Where the counts stand. */
export interface RateLimitStore {
  /** Counts one call. Milliseconds until the window ends when it was one too many, else undefined. */
  take(key: string, limit: { points: number; windowSeconds: number }): Promise<number | undefined>
}

export interface RateLimiter {
  /** Both throw `TooManyRequests`; they do nothing for a call without a limit. */
  takeForAddress(call: Endpoint, ip: string): Promise<void>
  takeForAccount(call: Endpoint, userId: string): Promise<void>
}

function waitInWords(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`
  return seconds === 1 ? 'a second' : `${seconds} seconds`
}

function tooManyRequests(waitMs: number): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return new Refusal(
    'TooManyRequests',
    `Too many requests. Try again in ${waitInWords(retryAfterSeconds)}.`,
    {
      retryAfterSeconds,
    },
  )
}

const scaled = (points: number, { RATE_LIMIT_FACTOR }: Config) =>
  Math.max(1, Math.round(points * RATE_LIMIT_FACTOR))

export function makeRateLimiter(store: RateLimitStore, config: Config): RateLimiter {
  async function take(call: Endpoint, by: 'perAddress' | 'perAccount', who: string): Promise<void> {
    const name = rateLimitOf(call)
    if (!name) return
    const limit: RateLimit = rateLimits[name]
    const points = limit[by]
    if (points === undefined) return
    const { windowSeconds } = limit
    const waitMs = await store.take(`${name} ${who}`, { points: scaled(points, config), windowSeconds })
    if (waitMs !== undefined) throw tooManyRequests(waitMs)
  }
  return {
    takeForAddress: (call, ip) => take(call, 'perAddress', addressKey(ip)),
    takeForAccount: (call, userId) => take(call, 'perAccount', userId),
  }
}

const floodPerMinute = 120_000

/** What one address may ask of one process in a minute, whatever it asks; health is free. */
export function limitFloods(app: FastifyInstance, config: Config): void {
  const limiter = new RateLimiterMemory({ points: scaled(floodPerMinute, config), duration: 60 })
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.startsWith('/health/')) {
      done()
      return
    }
    limiter.consume(addressKey(request.ip)).then(
      () => done(),
      (refused) => done(refused instanceof RateLimiterRes ? tooManyRequests(refused.msBeforeNext) : refused),
    )
  })
}

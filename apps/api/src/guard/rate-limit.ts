/**
 * Rate limits. Sensitive calls have limits that all processes share through the database. A general flood limit is kept in
 * each process's memory, so that ordinary reads need no database write. A call is counted before its handler runs, except
 * for invalid codes, which are counted when they are refused.
 * See docs/product/errors.md#limits.
 */
import { type AccountLimitName, isAccountLimitName, limitSentence } from '@portal/contract/account-limits'
import type { Endpoint } from '@portal/contract/endpoint'
import { type RateLimit, rateLimitOf, rateLimits } from '@portal/contract/rate-limits'
import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import type { Orm } from '../db/database.ts'
import { Refusal } from '../http/errors/refusal.ts'
import { addressKey } from '../http/input/client-address.ts'
import { limitOf } from './account-limits.ts'
import { countUse } from './rate-limit-store.ts'

/** Each method throws `TooManyRequests`, and is a no-op for a call without the limit. */
export interface RateLimiter {
  takeForAddress(call: Endpoint, ip: string): Promise<void>
  takeForAccount(call: Endpoint, userId: string): Promise<void>
  /** Counts a call whose code or nonce is invalid. */
  takeInvalid(call: Endpoint, ip: string): Promise<void>
}

/** The codes of RFC 6749 for an invalid code or token. `authorization_pending`, for example, answers a valid one. */
const invalidCodes = ['invalid_grant', 'invalid_client', 'expired_token']

/** Whether a call that takes a code or nonce was refused because it is invalid. */
export function isInvalidCode(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false
  const { type, details } = error
  if (details.oauthCode !== undefined) return invalidCodes.includes(details.oauthCode)
  return type === 'InvalidCode' || details.isInvalidCode === true
}

function waitInWords(seconds: number): string {
  if (seconds > 5_400) return `${Math.ceil(seconds / 3_600)} hours`
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`
  return seconds === 1 ? 'a second' : `${seconds} seconds`
}

/** @param sentence names the limit. The time to wait is appended to it. */
export function tooManyRequests(
  waitMs: number,
  sentence = 'Too many requests.',
  limit?: AccountLimitName,
): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return new Refusal('TooManyRequests', `${sentence} Try again in ${waitInWords(retryAfterSeconds)}.`, {
    retryAfterSeconds,
    limit,
  })
}

export const scaled = (points: number, { RATE_LIMIT_FACTOR }: Pick<Config, 'RATE_LIMIT_FACTOR'>) =>
  Math.max(1, Math.round(points * RATE_LIMIT_FACTOR))

export function makeRateLimiter(db: Orm, config: Config, now: () => Date): RateLimiter {
  async function take(
    call: Endpoint,
    by: 'perAddress' | 'invalidPerAddress' | 'perAccount',
    who: string,
  ): Promise<void> {
    const name = rateLimitOf(call)
    if (!name) return
    const limit: RateLimit = rateLimits[name]
    const isByAccount = by === 'perAccount' && isAccountLimitName(name)
    const most = isByAccount ? limitOf(name, config) : limit[by]
    if (most === undefined) return
    const points = scaled(most, config)
    const waitMs = await countUse(db, `${name} ${who}`, { points, windowSeconds: limit.windowSeconds }, now())
    if (waitMs === undefined) return
    throw tooManyRequests(waitMs, isByAccount ? limitSentence(name, points) : undefined)
  }
  return {
    takeForAddress: (call, ip) => take(call, 'perAddress', addressKey(ip)),
    takeForAccount: (call, userId) => take(call, 'perAccount', userId),
    takeInvalid: (call, ip) => take(call, 'invalidPerAddress', addressKey(ip)),
  }
}

const floodPerMinute = 120_000

/** Limits all requests of one address to one process. Health checks are exempt. */
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

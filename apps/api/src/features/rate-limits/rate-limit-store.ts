/** The counts of the rate limits, in the database, so that they hold for all processes together (RULES section 3). */
import { lt } from 'drizzle-orm'
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible'
import type { Orm } from '../../db/database.ts'
import { rateLimits } from '../../db/schema/rate-limits.ts'
import type { RateLimitStore } from '../../http/rate-limit.ts'

export function makeRateLimitStore(db: Orm): RateLimitStore {
  const limiters = new Map<string, RateLimiterDrizzle>()

  function limiterOf(points: number, windowSeconds: number): RateLimiterDrizzle {
    const name = `${points} ${windowSeconds}`
    const known = limiters.get(name)
    if (known) return known
    const made = new RateLimiterDrizzle({
      storeClient: db,
      schema: rateLimits,
      points,
      duration: windowSeconds,
      keyPrefix: '',
      // The upkeep removes what is late.
      clearExpiredByTimeout: false,
    })
    limiters.set(name, made)
    return made
  }

  return {
    async take(key, { points, windowSeconds }) {
      try {
        await limiterOf(points, windowSeconds).consume(key)
        return undefined
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return refused.msBeforeNext
        throw refused
      }
    },
  }
}

/** Windows that have ended: their next call begins another. */
export async function removeLateLimits(db: Orm, now: Date): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, now))
}

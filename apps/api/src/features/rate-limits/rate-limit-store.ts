/** Counters of the rate limits. They are in the database because all processes share them. */
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
      // The periodic upkeep deletes expired rows.
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

/** Deletes windows that have ended. The next call starts a new window. */
export async function removeExpiredLimits(db: Orm, now: Date): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, now))
}

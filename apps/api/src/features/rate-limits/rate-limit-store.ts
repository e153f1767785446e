/** Counters of the rate limits. They are in the database because all processes share them. */
import { lt, sql } from 'drizzle-orm'
import RateLimiterDrizzle from 'rate-limiter-flexible/lib/RateLimiterDrizzle.js'
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js'
import { deleteInChunks } from '../../db/chunks.ts'
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

/**
 * Counts one use in the transaction of its action, so that a refused action isn't counted. Returns the
 * milliseconds until the window ends if the limit is exceeded, else undefined.
 */
export async function takeInTransaction(
  tx: Orm,
  key: string,
  limit: { points: number; windowSeconds: number },
  now: Date,
): Promise<number | undefined> {
  const at = now.toISOString()
  const expire = new Date(now.getTime() + limit.windowSeconds * 1_000)
  const hasEnded = sql`${rateLimits.expire} <= ${at}::timestamptz`
  const [row] = await tx
    .insert(rateLimits)
    .values({ key, points: 1, expire })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${hasEnded} then 1 else ${rateLimits.points} + 1 end`,
        expire: sql`case when ${hasEnded} then excluded.expire else ${rateLimits.expire} end`,
      },
    })
    .returning({ points: rateLimits.points, expire: rateLimits.expire })
  if (!row?.expire || row.points <= limit.points) return undefined
  return row.expire.getTime() - now.getTime()
}

/** Deletes windows that have ended. The next call starts a new window. */
export async function removeExpiredLimits(db: Orm, now: Date): Promise<void> {
  await deleteInChunks(db, rateLimits, lt(rateLimits.expire, now))
}

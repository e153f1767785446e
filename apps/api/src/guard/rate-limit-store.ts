/** Counters of the rate limits. They are in the database because all processes share them. */
import { sql } from 'drizzle-orm'
import type { Orm } from '../db/database.ts'
import { rateLimitCounts } from './rate-limit-table.ts'

/**
 * Counts one use. Returns the milliseconds until the window ends if the limit is exceeded, else undefined. In the transaction of an
 * action, a refused action isn't counted.
 */
export async function countUse(
  db: Orm,
  key: string,
  limit: { points: number; windowSeconds: number },
  now: Date,
): Promise<number | undefined> {
  const at = now.toISOString()
  const expire = new Date(now.getTime() + limit.windowSeconds * 1_000)
  const hasEnded = sql`${rateLimitCounts.expire} <= ${at}::timestamptz`
  const [row] = await db
    .insert(rateLimitCounts)
    .values({ key, points: 1, expire })
    .onConflictDoUpdate({
      target: rateLimitCounts.key,
      set: {
        points: sql`case when ${hasEnded} then 1 else ${rateLimitCounts.points} + 1 end`,
        expire: sql`case when ${hasEnded} then excluded.expire else ${rateLimitCounts.expire} end`,
      },
    })
    .returning({ points: rateLimitCounts.points, expire: rateLimitCounts.expire })
  if (!row?.expire || row.points <= limit.points) return undefined
  return row.expire.getTime() - now.getTime()
}

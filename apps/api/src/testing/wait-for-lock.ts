/** For races, which only PostgreSQL can show. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '../db/database.ts'

/** Resolves as soon as this many statements in the database of this test file wait for locks of other transactions. */
export async function waitForLock({ orm }: Database, count = 1): Promise<void> {
  const waitingCount = async () => {
    const waiting = await orm.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return (waiting as unknown as { rows: unknown[] }).rows.length
  }
  await expect.poll(waitingCount).toBeGreaterThanOrEqual(count)
}

/** For races, which only PostgreSQL can show. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '../db/database.ts'

/** Resolves as soon as a statement in the database of this test file waits for a lock of another transaction. */
export async function waitForLock({ orm }: Database): Promise<void> {
  const isWaiting = async () => {
    const waiting = await orm.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return (waiting as unknown as { rows: unknown[] }).rows.length > 0
  }
  await expect.poll(isWaiting).toBe(true)
}

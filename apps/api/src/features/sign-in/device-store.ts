/** Browsers that have signed in to an account. See docs/product/sessions.md#new-devices. */
import { and, eq, exists, inArray, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Orm } from '../../db/database.ts'
import { signInDevices } from './sign-in-table.ts'

/**
 * Saves a sign-in from a device. Returns `first` for the account's first device, `known` for one that has signed in to
 * the account before, and `new` for any other.
 */
export async function saveDevice(
  tx: Orm,
  { userId, deviceHash, at }: { userId: string; deviceHash: Uint8Array; at: Date },
): Promise<'first' | 'known' | 'new'> {
  const [other] = await tx
    .select({ userId: signInDevices.userId })
    .from(signInDevices)
    .where(eq(signInDevices.userId, userId))
    .limit(1)
  const updated = await tx
    .update(signInDevices)
    .set({ lastSignInAt: at })
    .where(and(eq(signInDevices.userId, userId), eq(signInDevices.deviceHash, deviceHash)))
    .returning({ userId: signInDevices.userId })
  if (updated.length > 0) return 'known'
  await tx.insert(signInDevices).values({ userId, deviceHash, lastSignInAt: at }).onConflictDoNothing()
  return other ? 'new' : 'first'
}

/**
 * Deletes devices that have not signed in since `before`, and returns how many. The last device of an account stays, so
 * that a sign-in from another one is still noticed after a long absence.
 */
export async function removeOldDevices(tx: Orm, before: Date, limit: number): Promise<number> {
  const newer = alias(signInDevices, 'newer')
  const old = await tx
    .select({ userId: signInDevices.userId, deviceHash: signInDevices.deviceHash })
    .from(signInDevices)
    .where(
      and(
        lte(signInDevices.lastSignInAt, before),
        exists(
          tx
            .select({ one: sql`1` })
            .from(newer)
            .where(
              and(
                eq(newer.userId, signInDevices.userId),
                sql`(${newer.lastSignInAt}, ${newer.deviceHash}) > (${signInDevices.lastSignInAt}, ${signInDevices.deviceHash})`,
              ),
            ),
        ),
      ),
    )
    .limit(limit)
  const [first] = old
  if (!first) return 0
  await tx.delete(signInDevices).where(
    and(
      lte(signInDevices.lastSignInAt, before),
      inArray(
        sql`(${signInDevices.userId}, ${signInDevices.deviceHash})`,
        old.map(({ userId, deviceHash }) => sql`(${userId}, ${deviceHash})`),
      ),
    ),
  )
  return old.length
}

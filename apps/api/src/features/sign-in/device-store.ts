/** Browsers that have signed in to an account. See docs/product/sessions.md#new-devices. */
import { and, eq } from 'drizzle-orm'
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

/** Stores the results of creations by their idempotency keys. */
import { dayMs } from '@portal/contract/durations'
import { and, eq, lte } from 'drizzle-orm'
import type { Orm } from '../db/database.ts'
import { idempotencyKeys, keyLifetimeDays } from './idempotency-table.ts'

export interface KeyOwner {
  userId: string
  key: string
}

const isKey = ({ userId, key }: KeyOwner) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key))

/**
 * Claims a key that is new or expired. Waits for a concurrent transaction that has claimed it.
 * Returns false when that transaction has committed, or an earlier one had.
 */
export async function claimKey(
  tx: Orm,
  owner: KeyOwner & { requestHash: Uint8Array },
  now: Date,
): Promise<boolean> {
  const { requestHash } = owner
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ ...owner, createdAt: now })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { requestHash, result: null, createdAt: now },
      setWhere: lte(idempotencyKeys.createdAt, new Date(now.getTime() - keyLifetimeDays * dayMs)),
    })
    .returning({ key: idempotencyKeys.key })
  return claimed.length > 0
}

export async function saveResult(tx: Orm, owner: KeyOwner, result: unknown): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ result: result ?? null })
    .where(isKey(owner))
}

export async function findResult(tx: Orm, owner: KeyOwner) {
  const [row] = await tx
    .select({ requestHash: idempotencyKeys.requestHash, result: idempotencyKeys.result })
    .from(idempotencyKeys)
    .where(isKey(owner))
  return row
}

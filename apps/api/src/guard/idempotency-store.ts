/** Makes creations idempotent. See docs/product/errors.md#repeated-requests. */
import { dayMs } from '@portal/contract/durations'
import { and, eq, lte } from 'drizzle-orm'
import type { Orm } from '../db/database.ts'
import { Refusal } from '../http/errors/refusal.ts'
import type { Caller } from './caller.ts'
import type { IdempotencyKey } from './idempotency-key.ts'
import { idempotencyKeys, keyLifetimeDays } from './idempotency-table.ts'

/** A request that may be a retry. */
interface RepeatableRequest {
  caller: Pick<Caller, 'person'>
  idempotencyKey?: IdempotencyKey | undefined
}

/**
 * Runs a creation once per idempotency key, and returns the first result to every repetition. The key is stored in the
 * transaction of the creation, so it is used if and only if the creation is committed. A concurrent repetition waits for it.
 * @param create returns JSON without secrets, which is stored
 * @throws Refusal `Conflict` when the caller used the key for another request
 */
export async function createOnce<T>(
  tx: Orm,
  { caller, idempotencyKey }: RepeatableRequest,
  at: Date,
  create: () => Promise<T>,
): Promise<{ result: T; isRepeated: boolean }> {
  if (!idempotencyKey) return { result: await create(), isRepeated: false }
  const owner = { userId: caller.person.id, ...idempotencyKey }
  if (await claimKey(tx, owner, at)) {
    const result = await create()
    await saveResult(tx, owner, result)
    return { result, isRepeated: false }
  }
  const earlier = await findResult(tx, owner)
  if (!earlier || Buffer.compare(earlier.requestHash, idempotencyKey.requestHash) !== 0)
    throw new Refusal(
      'Conflict',
      'This idempotency key was already used for a different request. Send a new key.',
    )
  return { result: earlier.result as T, isRepeated: true }
}

interface KeyOwner {
  userId: string
  key: string
}

const isKey = ({ userId, key }: KeyOwner) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key))

/**
 * Claims a key that is new or expired. Waits for a concurrent transaction that has claimed it.
 * Returns false when that transaction has committed, or an earlier one had.
 */
async function claimKey(tx: Orm, owner: KeyOwner & { requestHash: Uint8Array }, now: Date): Promise<boolean> {
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

async function saveResult(tx: Orm, owner: KeyOwner, result: unknown): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ result: result ?? null })
    .where(isKey(owner))
}

async function findResult(tx: Orm, owner: KeyOwner) {
  const [row] = await tx
    .select({ requestHash: idempotencyKeys.requestHash, result: idempotencyKeys.result })
    .from(idempotencyKeys)
    .where(isKey(owner))
  return row
}

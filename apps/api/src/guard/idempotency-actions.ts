/** Makes creations idempotent (docs/product/errors.md#repeated-requests). */
import type { Orm } from '../db/database.ts'
import { Refusal } from '../http/errors/refusal.ts'
import type { Caller } from './caller.ts'
import type { IdempotencyKey } from './idempotency-key.ts'
import * as store from './idempotency-store.ts'

/** A request that may be a retry. */
export interface RepeatableRequest {
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
  if (await store.claimKey(tx, owner, at)) {
    const result = await create()
    await store.saveResult(tx, owner, result)
    return { result, isRepeated: false }
  }
  const earlier = await store.findResult(tx, owner)
  if (!earlier || Buffer.compare(earlier.requestHash, idempotencyKey.requestHash) !== 0)
    throw new Refusal(
      'Conflict',
      'This idempotency key was already used for a different request. Send a new key.',
    )
  return { result: earlier.result as T, isRepeated: true }
}

/** Whether programs still use the old secret of a rotated token. See docs/product/tokens.md#rotating. */
import { dayMs } from '../durations.ts'
import type { TokenSecret } from './token-schemas.ts'

/** An old secret is idle after this long without use. */
export const oldSecretIdleAfterMs = dayMs

/** Whether an old secret is in use: it was used after the rotation and in the last day. `attention.list` has the same rule in SQL. */
export function isOldSecretInUse(
  { lastUsedAt }: Pick<TokenSecret, 'lastUsedAt'>,
  rotatedAt: string,
  now: Date,
): boolean {
  const from = Math.max(Date.parse(rotatedAt), now.getTime() - oldSecretIdleAfterMs)
  return lastUsedAt !== null && Date.parse(lastUsedAt) > from
}

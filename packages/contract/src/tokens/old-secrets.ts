/** What happens to the old secrets of a rotated token. See docs/product/tokens.md#rotating. */
import { dayMs } from '../durations.ts'
import type { AuthToken, TokenSecret } from './token-schemas.ts'

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

type WithSecrets = Pick<AuthToken, 'secrets'>

/** Whether a rotation replaced the newest secret, which then ends immediately, because that secret was never used. */
export function hasReplacedUnused({ secrets: [replaced] }: WithSecrets, rotated: WithSecrets): boolean {
  return replaced !== undefined && rotated.secrets.every(({ createdAt }) => createdAt !== replaced.createdAt)
}

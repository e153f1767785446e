/** Enforces the limits on what an account or a workspace can have. See docs/product/errors.md#limits. */
import {
  type AccountLimitName,
  accountLimits,
  type CountLimitName,
  limitSentence,
} from '@portal/contract/account-limits'
import type { Config } from '../config.ts'
import { Refusal } from '../http/errors/refusal.ts'

type LimitConfig = Pick<Config, 'ACCOUNT_LIMITS'>

/** The limit in force: the operator's, or else the default. */
export const limitOf = (name: AccountLimitName, { ACCOUNT_LIMITS }: LimitConfig): number =>
  ACCOUNT_LIMITS[name] ?? accountLimits[name].most

/**
 * Checks that one more fits. Count under the lock that serializes the creations, so that concurrent ones can't exceed
 * the limit.
 * @param count how many there are already
 * @throws Refusal `LimitReached`
 */
export function checkLimit(name: CountLimitName, count: number, config: LimitConfig): void {
  const most = limitOf(name, config)
  if (count >= most) throw new Refusal('LimitReached', limitSentence(name, most))
}

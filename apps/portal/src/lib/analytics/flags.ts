/** Feature flags. They control what is shown. Access control never depends on them. */
import type { User } from '@portal/contract/account'
import { normalizeEmail } from '@portal/contract/text-rules'
import { useSyncExternalStore } from 'react'
import { env, type FeatureFlag } from '../env.ts'
import { analytics } from './analytics.ts'

/** Whether the user has a verified email of exactly the staff domain: docs/product/access.md#staff. */
export function isStaff(user: User): boolean {
  return user.emailVerified && normalizeEmail(user.email).split('@').at(-1) === env.staffDomain.toLowerCase()
}

/** Returns the analytics service's value, or the configured one. Without either, ADMIN_PAGE is on for staff. */
export function isFlagOn(flag: FeatureFlag, user: User | null): boolean {
  const value = analytics.flag(flag)
  if (value !== undefined) return value
  return env.featureFlags[flag] === true || (flag === 'ADMIN_PAGE' && user !== null && isStaff(user))
}

/** Returns `isFlagOn` and re-renders when it changes. */
export function useFlag(flag: FeatureFlag, user: User | null): boolean {
  return useSyncExternalStore(analytics.onFlags, () => isFlagOn(flag, user))
}

/** Feature flags. They control what is shown. Access control never depends on them. */
import type { User } from '@portal/contract/account/account'
import type { FeatureFlag } from '@portal/contract/portal-config'
import { useSyncExternalStore } from 'react'
import { env } from '../env.ts'
import { analytics } from './analytics.ts'

/** Returns the analytics service's value, or the configured one. Without either, ADMIN_PAGE is on for staff. */
export function isFlagOn(flag: FeatureFlag, user: User | null): boolean {
  const value = analytics.flag(flag) ?? env.featureFlags[flag]
  return value ?? (flag === 'ADMIN_PAGE' && user?.isStaff === true)
}

/** Returns `isFlagOn` and re-renders when it changes. */
export function useFlag(flag: FeatureFlag, user: User | null): boolean {
  return useSyncExternalStore(analytics.onFlags, () => isFlagOn(flag, user))
}

/** Feature flags. They control what is shown. Access control never depends on them. */
import type { User } from '@portal/contract/account'
import type { FeatureFlag } from '@portal/contract/portal-config'
import { isStaffEmail } from '@portal/contract/staff/staff-email'
import { useSyncExternalStore } from 'react'
import { env } from '../env.ts'
import { analytics } from './analytics.ts'

/** Whether the user has a verified address of the staff domain. The portal doesn't know the list of other staff. */
export function isStaff(user: User): boolean {
  return user.emailVerified && isStaffEmail(user.email, env.staffDomain)
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

/** Feature flags (RULES section 10). They decide what is shown; no control of access depends on them. */
import type { User } from '@portal/contract/account'
import { normalizeEmail } from '@portal/contract/text-rules'
import { useSyncExternalStore } from 'react'
import { env, type FeatureFlag } from '../env.ts'
import { analytics } from './analytics.ts'

/** Staff (RULES section 4): a verified address whose domain is exactly the staff domain. */
export function isStaff(user: User): boolean {
  return user.emailVerified && normalizeEmail(user.email).split('@').at(-1) === env.staffDomain.toLowerCase()
}

/** What the analytics service says, else what is configured; ADMIN_PAGE is then also on for staff. */
export function isFlagOn(flag: FeatureFlag, user: User | null): boolean {
  const said = analytics.flag(flag)
  if (said !== undefined) return said
  return env.featureFlags[flag] === true || (flag === 'ADMIN_PAGE' && user !== null && isStaff(user))
}

/** The same, as it changes. */
export function useFlag(flag: FeatureFlag, user: User | null): boolean {
  return useSyncExternalStore(analytics.onFlags, () => isFlagOn(flag, user))
}

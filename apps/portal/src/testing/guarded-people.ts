import type { User } from '@portal/contract/account/account'
import { person, unreviewed } from './people.ts'

const now = '2025-01-01T00:00:00.000Z'

/** The user states that the guard distinguishes. A user may also match a later state. The first match decides. */
export const guardedPeople = {
  'signed out': null,
  'needs terms': person({ needsTosUpdate: true, emailVerified: false, ...unreviewed }),
  unreviewed: person({ emailVerified: false, ...unreviewed }),
  unverified: person({ emailVerified: false }),
  fine: person(),
  quarantined: person({ quarantinedAt: now, suspendedAt: now, needsTosUpdate: true, ...unreviewed }),
  suspended: person({ suspendedAt: now, needsTosUpdate: true, ...unreviewed }),
  staff: person({ email: 'ada@systeminit.com', isStaff: true }),
} satisfies Record<string, User | null>

export type GuardedPerson = keyof typeof guardedPeople

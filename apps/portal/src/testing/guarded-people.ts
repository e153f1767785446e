import type { User } from '@portal/contract/account'
import { person, unreviewed } from './people.ts'

const now = '2025-01-01T00:00:00.000Z'

/** Whom the guard tells apart. Each may also lack what a later one lacks: the first that applies decides. */
export const guardedPeople = {
  'signed out': null,
  'needs terms': person({ needsTosUpdate: true, emailVerified: false, ...unreviewed }),
  unreviewed: person({ emailVerified: false, ...unreviewed }),
  unverified: person({ emailVerified: false }),
  fine: person(),
  quarantined: person({ quarantinedAt: now, suspendedAt: now, needsTosUpdate: true, ...unreviewed }),
  suspended: person({ suspendedAt: now, needsTosUpdate: true, ...unreviewed }),
  staff: person({ email: 'ada@systeminit.com' }),
} satisfies Record<string, User | null>

export type GuardedPerson = keyof typeof guardedPeople

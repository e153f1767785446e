import type { AccountStore, NewAccount } from './account-store.ts'

export const seededPassword = 'password'

interface SeededPerson extends NewAccount {
  subject: string
  /** The label on the sign-in page. */
  part: string
}

function person(part: string, subject: string, email: string, fullName?: string): SeededPerson {
  const [givenName, familyName] = fullName?.split(' ') ?? []
  return {
    part,
    subject: `auth0|01J0000000000000000000000${subject}`,
    email,
    provider: 'auth0',
    password: seededPassword,
    emailVerified: true,
    givenName,
    familyName,
    nickname: givenName?.toLowerCase(),
  }
}

/**
 * The accounts that the sign-in page offers. The newcomer has no name, so the product asks for one. The last two are
 * paused in the portal's demo data.
 */
export const seededPeople: readonly SeededPerson[] = [
  person('Staff', 'A', 'staff@systeminit.com', 'Sasha Stafford'),
  person('An owner', 'B', 'owner@example.com', 'Odile Owens'),
  person('A collaborator', 'C', 'collaborator@example.com', 'Colin Cole'),
  person('A newcomer', 'D', 'newcomer@example.com'),
  person('Quarantined', 'J', 'quarantined@example.com', 'Quinn Marsh'),
  person('Suspended', 'K', 'suspended@example.com', 'Susan Pell'),
]

/** Creates the seeded accounts that don't exist yet. */
export async function seedPeople(accounts: AccountStore): Promise<void> {
  for (const { part: _, ...seeded } of seededPeople)
    if (!accounts.find(seeded.subject)) await accounts.create(seeded)
}

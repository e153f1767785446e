import type { AccountStore, NewAccount } from './account-store.ts'

export const seededPassword = 'password'

interface SeededPerson extends NewAccount {
  subject: string
  /** The label on the sign-in page. */
  part: string
}

function person(
  part: string,
  subject: string,
  details: Partial<NewAccount> & { email: string },
): SeededPerson {
  return {
    part,
    subject: `auth0|${subject}`,
    provider: 'auth0',
    password: seededPassword,
    emailVerified: true,
    ...details,
  }
}

/**
 * The accounts that the sign-in page offers. The newcomer has no name, so the product asks for one. The last two are
 * paused in the portal's demo data.
 */
export const seededPeople: readonly SeededPerson[] = [
  person('Staff', '01J0000000000000000000000A', {
    email: 'staff@systeminit.com',
    givenName: 'Sasha',
    familyName: 'Stafford',
    nickname: 'sasha',
  }),
  person('An owner', '01J0000000000000000000000B', {
    email: 'owner@example.com',
    givenName: 'Odile',
    familyName: 'Owens',
    nickname: 'odile',
  }),
  person('A collaborator', '01J0000000000000000000000C', {
    email: 'collaborator@example.com',
    givenName: 'Colin',
    familyName: 'Cole',
    nickname: 'colin',
  }),
  person('A newcomer', '01J0000000000000000000000D', { email: 'newcomer@example.com' }),
  person('Quarantined', '01J0000000000000000000000J', {
    email: 'quarantined@example.com',
    givenName: 'Quinn',
    familyName: 'Marsh',
    nickname: 'quinn',
  }),
  person('Suspended', '01J0000000000000000000000K', {
    email: 'suspended@example.com',
    givenName: 'Susan',
    familyName: 'Pell',
    nickname: 'susan',
  }),
]

/** Creates the seeded accounts that don't exist yet. */
export async function seedPeople(accounts: AccountStore): Promise<void> {
  for (const { part: _, ...seeded } of seededPeople) {
    if (!accounts.find(seeded.subject)) await accounts.create(seeded)
  }
}

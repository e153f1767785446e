import type { ProfileSave } from '@portal/contract/account/account'
import { messages } from '@portal/contract/messages'
import type { Person } from '../../guard/caller.ts'
import { invalid } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { profileChange } from './account-rules.ts'
import { markReviewed, updatePerson } from './account-store.ts'

/** Saves the profile that a new user reviewed. Returns undefined if the account has been deleted. */
export async function completeProfile(
  { database, now }: Pick<Services, 'database' | 'now'>,
  person: Person,
  profile: ProfileSave,
): Promise<Person | undefined> {
  const change = profileChange(profile, person)
  if ((change.nickname ?? person.nickname) === null) throw invalid('nickname', messages.required)
  return database.transaction(async (tx) => {
    await updatePerson(tx, person.id, change)
    return markReviewed(tx, person.id, now())
  })
}

import { type ProfileSave, profileSchema } from '@portal/contract/account/account'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import type { Person } from '../../guard/caller.ts'
import { invalid } from '../../http/errors/refusal.ts'
import { checkChangedFields, cleanText, isSameText } from '../../http/input/changed-fields.ts'
import type { PersonChange } from './account-store.ts'

/**
 * Returns only the columns that a profile save changes. Throws `ValidationError` for an invalid field and for a
 * different email.
 */
export function profileChange(profile: ProfileSave, person: Person): PersonChange {
  checkChangedFields(profileSchema, profile, person)
  if (profile.email !== undefined && normalizeEmail(profile.email) !== normalizeEmail(person.email))
    throw invalid('email', "Your email is managed by your sign-in provider and can't be changed here")
  const change: PersonChange = {}
  const fields = ['firstName', 'lastName', 'nickname', 'discordUsername', 'githubUsername'] as const
  for (const field of fields) {
    const value = profile[field]
    if (value !== undefined && !isSameText(value, person[field])) change[field] = cleanText(value)
  }
  const { pictureUrl } = profile
  if (pictureUrl !== undefined && !isSameText(pictureUrl, person.pictureUrl)) {
    change.pictureUrl = cleanText(pictureUrl)
    change.isPictureCleared = change.pictureUrl === null
  }
  return change
}

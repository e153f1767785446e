/** Reading and saving the caller's profile. See docs/product/account.md#profile. */
import { account, type ProfileSave, profileSchema } from '@portal/contract/account'
import { messages, normalizeEmail } from '@portal/contract/text-rules'
import { type Person, serviceAccountOf } from '../../http/caller.ts'
import { checkChangedFields, cleanText, isSameText } from '../../http/changed-fields.ts'
import { readSessionCookie, renewXsrfCookie } from '../../http/cookies.ts'
import { invalid, notFound } from '../../http/refusal.ts'
import type { Server } from '../../http/serve.ts'
import { needsTosUpdate } from '../../http/terms-in-force.ts'
import { nicknameOf, userBody } from '../../http/user-body.ts'
import type { Services } from '../../services.ts'
import type { PersonChange } from './account-store.ts'
import { markReviewed, updatePerson } from './account-store.ts'

/**
 * Returns only the columns that a profile save changes. Throws `ValidationError` for an invalid field and for a
 * different email.
 */
function profileChange(profile: ProfileSave, person: Person): PersonChange {
  checkChangedFields(profileSchema, profile, person)
  if (profile.email !== undefined && normalizeEmail(profile.email) !== normalizeEmail(person.email))
    throw invalid('email', 'Your email comes from your sign-in and cannot be changed here')
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

export function accountRoutes(server: Server, services: Services): void {
  const { config, database, terms, now } = services
  const result = (person: Person) => ({ user: userBody(person, needsTosUpdate(person, terms)) })
  const found = (person: Person | undefined) => {
    if (!person) throw notFound('account')
    return person
  }

  server.serve(account.whoami, async ({ caller, request, reply }) => {
    const sessionToken = readSessionCookie(request, config)
    if (caller.kind === 'session' && sessionToken !== undefined) renewXsrfCookie(reply, config, sessionToken)
    const { user } = result(caller.person)
    // Workspace instances and the Rust client require a nickname. The portal asks the user for one instead.
    return {
      user: caller.token ? { ...user, nickname: nicknameOf(user) } : user,
      ...serviceAccountOf(caller),
    }
  })

  server.serve(account.update, async ({ body, caller }) => {
    const change = profileChange(body, caller.person)
    return result(found(await updatePerson(database.orm, caller.person.id, change)))
  })

  server.serve(account.completeProfile, async ({ body, caller }) => {
    const change = profileChange(body, caller.person)
    if ((change.nickname ?? caller.person.nickname) === null) throw invalid('nickname', messages.required)
    const person = await database.transaction(async (tx) => {
      await updatePerson(tx, caller.person.id, change)
      return markReviewed(tx, caller.person.id, now())
    })
    return result(found(person))
  })
}

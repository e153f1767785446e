/** Reading and saving the caller's profile. See docs/product/account.md#profile. */
import { account, type ProfileSave, profileSchema } from '@portal/contract/account/account'
import { messages } from '@portal/contract/messages'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import type { Person } from '../../guard/caller.ts'
import { invalid, notFound } from '../../http/errors/refusal.ts'
import { readSessionCookie, renewXsrfCookie } from '../../http/headers/cookies.ts'
import { checkChangedFields, cleanText, isSameText } from '../../http/input/changed-fields.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { markReviewed, type PersonChange, updatePerson } from './account-store.ts'
import { nicknameOf, serviceAccountUserBody, userBody } from './user-body.ts'

export function accountRoutes(server: Server, { config, database, now }: Services): void {
  /** @throws Refusal `NotFound` if the account was deleted in the meantime */
  const result = (person: Person | undefined) => {
    if (!person) throw notFound('account')
    return { user: userBody(person, server.guard.authenticator) }
  }

  server.serve(account.whoami, async ({ caller, request, reply }) => {
    const sessionToken = readSessionCookie(request, config)
    const isOfCookie = caller.kind === 'session' && !caller.isCommandLine
    if (isOfCookie && sessionToken !== undefined) renewXsrfCookie(reply, config, sessionToken)
    const { token } = caller
    if (token?.serviceAccount)
      return {
        user: serviceAccountUserBody(token.serviceAccount, token.userId),
        serviceAccount: token.serviceAccount,
      }
    const { user } = result(caller.person)
    // Workspace instances and the Rust client require a nickname. The portal asks the user for one instead. No token has the
    // rights of staff.
    return { user: token ? { ...user, nickname: nicknameOf(user), isStaff: false } : user }
  })

  server.serve(account.firstTimeModal, async () => ({ firstTimeModal: false }))
  server.serve(account.dismissFirstTimeModal, async () => ({ firstTimeModal: false }))

  server.serve(account.update, async ({ body, caller: { person } }) =>
    result(await updatePerson(database.orm, person.id, profileChange(body, person))),
  )

  server.serve(account.completeProfile, async ({ body, caller: { person } }) => {
    const change = profileChange(body, person)
    if ((change.nickname ?? person.nickname) === null) throw invalid('nickname', messages.required)
    const reviewed = await database.transaction(async (tx) => {
      await updatePerson(tx, person.id, change)
      return markReviewed(tx, person.id, now())
    })
    return result(reviewed)
  })
}

/**
 * Returns only the columns that a profile save changes. Throws `ValidationError` for an invalid field and for a
 * different email.
 */
function profileChange(profile: ProfileSave, person: Person): PersonChange {
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

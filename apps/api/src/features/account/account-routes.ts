/** Reading and saving the caller's profile. See docs/product/account.md#profile. */
import { account } from '@portal/contract/account/account'
import type { Person } from '../../guard/caller.ts'
import { notFound } from '../../http/errors/refusal.ts'
import { readSessionCookie, renewXsrfCookie } from '../../http/headers/cookies.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { completeProfile } from './account-actions.ts'
import { profileChange } from './account-rules.ts'
import { updatePerson } from './account-store.ts'
import { nicknameOf, serviceAccountUserBody, userBody } from './user-body.ts'

export function accountRoutes(server: Server, services: Services): void {
  const { config, database } = services
  const result = (person: Person) => ({ user: userBody(person, server.guard.authenticator) })
  const found = (person: Person | undefined) => {
    if (!person) throw notFound('account')
    return person
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

  server.serve(account.update, async ({ body, caller }) => {
    const change = profileChange(body, caller.person)
    return result(found(await updatePerson(database.orm, caller.person.id, change)))
  })

  server.serve(account.completeProfile, async ({ body, caller }) => {
    const person = await completeProfile(services, caller.person, body)
    return result(found(person))
  })
}

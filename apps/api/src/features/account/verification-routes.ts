/**
 * Reads the user's profile and email verification from the identity provider. See docs/product/account.md#email-verification and
 * docs/product/account.md#filling-from-the-identity-provider.
 */
import { account } from '@portal/contract/account/account'
import { openText } from '../../crypto/sealed-text.ts'
import { IdentityUnavailableError, SignInError } from '../../gateways/identity/identity.ts'
import type { Caller, Person } from '../../guard/caller.ts'
import { findPerson } from '../../guard/person-store.ts'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import { readSessionCookie } from '../../http/headers/cookies.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { readProviderToken } from '../sessions/session-store.ts'
import { recognizePerson } from '../sign-in/recognize-person-actions.ts'
import { userBody } from './user-body.ts'

export function verificationRoutes(server: Server, services: Services): void {
  const { config, database, identity, now } = services

  /**
   * Refreshes the profile of the signed-in identity. A session never moves to another account: if the address has become
   * verified and already has one, the session ends.
   */
  async function refresh(
    { person, sessionId, subject }: SessionCaller,
    sessionToken: string,
  ): Promise<Person | undefined> {
    try {
      const sealed = identity.hasManagement ? undefined : await readProviderToken(database.orm, sessionId)
      const profile = await identity.readProfile(subject, sealed && openText(sessionToken, sealed))
      if (!profile) throw new Refusal('Conflict', 'Sign in again to refresh your profile.')
      const recognized = await recognizePerson(services, profile, now())
      if (recognized.kind !== 'signed-in') throw refusals[recognized.kind]()
      // The identity has been removed from the account and now has another one.
      if (recognized.userId !== person.id) throw refusals.removed()
      return await findPerson(database.orm, recognized.userId)
    } catch (error) {
      throw refusalOf(error)
    }
  }

  server.serve(account.refreshAuth0Profile, async ({ caller, request }) => {
    const person = await refresh(sessionOf(caller), readSessionCookie(request, config) ?? '')
    if (!person) throw notFound('account')
    return { user: userBody(person, server.guard.authenticator) }
  })

  server.serve(account.resendEmailVerification, async ({ caller, request }) => {
    const session = sessionOf(caller)
    if (caller.person.emailVerified) throw alreadyVerified()
    if (!identity.hasManagement)
      throw new Refusal(
        'Conflict',
        'Verification emails come from your sign-in service. Request a new one there.',
      )
    const person = await refresh(session, readSessionCookie(request, config) ?? '')
    if (person?.emailVerified) throw alreadyVerified()
    try {
      await identity.resendVerification(session.subject)
    } catch (error) {
      throw refusalOf(error)
    }
    return undefined
  })
}

type SessionCaller = Caller & { sessionId: string; subject: string }

function sessionOf(caller: Caller): SessionCaller {
  const { sessionId, subject } = caller
  if (sessionId === undefined || subject === undefined) throw new Error('This call requires a portal session')
  return { ...caller, sessionId, subject }
}

const alreadyVerified = () => new Refusal('EmailAlreadyVerified', 'Your email address is already verified.')

function refusalOf(error: unknown): unknown {
  if (error instanceof IdentityUnavailableError)
    return new Refusal(
      'IdentityProviderUnavailable',
      'The sign-in service is unavailable. Try again in a few minutes.',
      { cause: error },
    )
  if (error instanceof SignInError)
    return new Refusal('Conflict', 'Your sign-in has no valid email address. Sign in with another account.', {
      cause: error,
    })
  return error
}

const refusals = {
  'not-approved': () =>
    new Refusal(
      'SignInNotApproved',
      'This email address already has an account. Approve this way to sign in there first.',
    ),
  deleted: () => new Refusal('AccountDeleted', 'The account with this email address has been deleted.'),
  removed: () => new Refusal('SessionEnded', 'This way to sign in has been removed from the account.'),
  // An identity that has a session is linked to an account, unless it was removed in the meantime.
  asked: () => new Refusal('SessionEnded', 'This way to sign in has been removed from the account.'),
}

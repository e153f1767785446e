/**
 * Reads the user's current profile from the identity provider. See
 * docs/product/account.md#filling-from-the-identity-provider.
 */

import { openText } from '../../crypto/sealed-text.ts'
import { IdentityUnavailableError, SignInError } from '../../gateways/identity/identity.ts'
import type { Caller, Person } from '../../guard/caller.ts'
import { findPerson } from '../../guard/person-store.ts'
import { Refusal } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { readProviderToken } from '../sessions/session-store.ts'
import { recognizePerson } from '../sign-in/recognize-person-actions.ts'

type SessionCaller = Caller & { sessionId: string; subject: string }

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

/**
 * Refreshes the profile of the signed-in identity. A session never moves to another account: if the address has become
 * verified and already has one, the session ends.
 */
export async function refreshFromProvider(
  services: Services,
  caller: SessionCaller,
  sessionToken: string,
): Promise<Person | undefined> {
  const { database, identity, now } = services
  try {
    const sealed = identity.hasManagement
      ? undefined
      : await readProviderToken(database.orm, caller.sessionId)
    const accessToken = sealed && openText(sessionToken, sealed)
    const profile = await identity.readProfile(caller.subject, accessToken)
    if (!profile) throw new Refusal('Conflict', 'Sign in again to refresh your profile.')
    const recognized = await recognizePerson(services, profile, now())
    if (recognized.kind !== 'signed-in') throw refusals[recognized.kind]()
    // The identity has been removed from the account and now has another one.
    if (recognized.userId !== caller.person.id) throw refusals.removed()
    return await findPerson(database.orm, recognized.userId)
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Throws `EmailAlreadyVerified` if the provider reports the address as verified. */
export async function resendVerification(
  services: Services,
  caller: SessionCaller,
  sessionToken: string,
): Promise<void> {
  const { identity } = services
  const alreadyVerified = () => new Refusal('EmailAlreadyVerified', 'Your email address is already verified.')
  if (caller.person.emailVerified) throw alreadyVerified()
  if (!identity.hasManagement)
    throw new Refusal(
      'Conflict',
      'Verification emails come from your sign-in service. Request a new one there.',
    )
  const person = await refreshFromProvider(services, caller, sessionToken)
  if (person?.emailVerified) throw alreadyVerified()
  try {
    await identity.resendVerification(caller.subject)
  } catch (error) {
    throw refusalOf(error)
  }
}

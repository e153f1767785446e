/**
 * Reads the user's current profile from the identity provider. See
 * docs/product/account.md#filling-from-the-identity-provider.
 */
import { IdentityUnavailableError, SignInError } from '../../gateways/identity/identity.ts'
import type { Caller, Person } from '../../http/caller.ts'
import { Refusal } from '../../http/refusal.ts'
import { openText } from '../../http/sealed-text.ts'
import type { Services } from '../../services.ts'
import { findPerson } from '../account/account-store.ts'
import { moveSessions, readProviderToken } from '../sessions/session-store.ts'
import { recognisePerson } from './recognise-person.ts'

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

/**
 * Refreshes the profile of the signed-in identity. If its address has become verified and already has an account, the
 * session moves to that account.
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
    const recognised = await recognisePerson(
      services,
      profile,
      now(),
      async (tx, { userId, previousUserId }) => {
        if (previousUserId !== undefined) await moveSessions(tx, profile.subject, userId)
      },
    )
    return await findPerson(database.orm, recognised.userId)
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

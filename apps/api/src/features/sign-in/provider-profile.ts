/** What the identity provider knows of the person now (SPEC sections 2 and 4; RULES sections 3 and 5). */
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
      'The identity provider does not answer. Try again soon.',
      { cause: error },
    )
  if (error instanceof SignInError)
    return new Refusal('Conflict', 'The identity provider gives no usable email address for you.', {
      cause: error,
    })
  return error
}

/**
 * Reads the profile of the signed-in identity again and takes from it what may be taken. An address that has become
 * verified and already has an account leads this session to that account.
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
    const recognised = await recognisePerson(services, profile, now(), async (tx, { userId, leftUserId }) => {
      if (leftUserId !== undefined) await moveSessions(tx, profile.subject, userId)
    })
    return await findPerson(database.orm, recognised.userId)
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Throws `EmailAlreadyVerified` where the provider knows better than we do. */
export async function resendVerification(
  services: Services,
  caller: SessionCaller,
  sessionToken: string,
): Promise<void> {
  const { identity } = services
  const alreadyVerified = () => new Refusal('EmailAlreadyVerified', 'The email address is verified already.')
  if (caller.person.emailVerified) throw alreadyVerified()
  if (!identity.hasManagement)
    throw new Refusal('Conflict', 'The identity provider sends this mail itself. Ask for it there.')
  const person = await refreshFromProvider(services, caller, sessionToken)
  if (person?.emailVerified) throw alreadyVerified()
  try {
    await identity.resendVerification(caller.subject)
  } catch (error) {
    throw refusalOf(error)
  }
}

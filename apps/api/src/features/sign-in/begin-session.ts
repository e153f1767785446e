import { hourMs } from '@portal/contract/durations'
import { deviceName } from '@portal/contract/sessions/device-name'
import type { FastifyRequest } from 'fastify'
import { ulid } from 'ulid'
import { sealText } from '../../crypto/sealed-text.ts'
import { hashOf, newSecret } from '../../crypto/secrets.ts'
import type { Orm } from '../../db/database.ts'
import { type SignedIn, SignInError } from '../../gateways/identity/identity.ts'
import { isFreshSignIn } from '../../guard/fresh-sign-in.ts'
import { findPerson } from '../../guard/person-store.ts'
import { userAgentOf } from '../../http/input/user-agent.ts'
import type { Services } from '../../services.ts'
import { askAboutAccount, finishJoin } from '../account-joins/account-join-actions.ts'
import { mailNewDevice } from '../sessions/identity-notice-actions.ts'
import { insertSession, renewSession } from '../sessions/session-store.ts'
import { saveDevice } from './device-store.ts'
import { type RefusedKind, recognizePerson } from './recognize-person-actions.ts'

/** The open session whose user was asked to sign in again. */
export interface RenewedSession {
  sessionId: string
  userId: string
}

export interface SignInContext {
  deviceSecret: string
  renewed?: RenewedSession | undefined
  /** The secret of the browser's question whether an account is the user's. */
  joinSecret?: string | undefined
}

/**
 * Finds or creates the account and starts a portal session, in one transaction. For a user who was asked to sign in again, it
 * renews that session instead. Nothing is written if they signed in to another account.
 * @throws SignInError `other-account` or `not-repeated`
 */
export async function beginSession(
  services: Services,
  { profile, accessToken, authenticatedAt }: SignedIn,
  request: FastifyRequest,
  { deviceSecret, renewed, joinSecret }: SignInContext,
): Promise<
  { sessionToken: string } | { askedSecret: string } | { repeatFor: string } | { refused: RefusedKind }
> {
  const { config, identity, now } = services
  const at = now()
  if (renewed && !isFreshSignIn(authenticatedAt, config, at)) throw new SignInError('not-repeated')
  const sessionToken = newSecret()
  const userAgent = userAgentOf(request)
  const ipAddress = request.ip
  const values = {
    tokenHash: hashOf(sessionToken),
    subject: profile.subject,
    providerToken: identity.hasManagement ? null : sealText(sessionToken, accessToken),
    userAgent,
    ipAddress,
    // A provider whose clock is ahead must not extend the time in which the sign-in is fresh.
    authenticatedAt: authenticatedAt < at ? authenticatedAt : at,
    lastSeenAt: at,
    expiresAt: new Date(at.getTime() + config.SESSION_ABSOLUTE_HOURS * hourMs),
  }
  const mailDevice = async (tx: Orm, userId: string) => {
    const person = await findPerson(tx, userId)
    if (person?.emailVerified)
      await mailNewDevice(services, tx, person, { device: deviceName(userAgent), ipAddress, at })
  }
  const recognized = await recognizePerson(services, profile, at, async (tx, { userId, hasNewIdentity }) => {
    // Rolls the transaction back.
    if (renewed && userId !== renewed.userId) throw new SignInError('other-account')
    const deviceHash = hashOf(`${userId} ${deviceSecret}`)
    const device = await saveDevice(tx, { userId, deviceHash, at })
    // Another mail already reports a sign-in with a new identity.
    if (device === 'new' && !hasNewIdentity) await mailDevice(tx, userId)
    if (joinSecret !== undefined)
      await finishJoin(services, tx, { secret: joinSecret, userId, authenticatedAt, ipAddress })
    if (renewed && (await renewSession(tx, renewed.sessionId, values))) return
    await insertSession(tx, { id: ulid(at.getTime()), userId, createdAt: at, ...values })
  })
  if (recognized.kind === 'signed-in') return { sessionToken }
  // The answer can end everything that the account has. A browser that was left signed in to the provider must not give it.
  if (recognized.kind === 'asked' && !isFreshSignIn(authenticatedAt, config, at))
    return { repeatFor: profile.email }
  if (recognized.kind === 'asked')
    return { askedSecret: await askAboutAccount(services, recognized.userId, profile) }
  return { refused: recognized.kind }
}

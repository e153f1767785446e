/** Maps a provider's profile to an account: the known account, the account with this verified address, or a new one. */
import { restorableMs } from '@portal/contract/limits'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { ulid } from 'ulid'
import type { Orm } from '../../db/database.ts'
import type { IdentityProfile } from '../../gateways/identity/identity.ts'
import type { Services } from '../../services.ts'
import * as store from '../account/account-store.ts'
import {
  mailAddressChange,
  mailLinkedIdentity,
  mailWaitingIdentity,
} from '../sessions/identity-notice-actions.ts'
import { endSessionsOfIdentity } from '../sessions/session-actions.ts'
import * as rules from './sign-in-rules.ts'

type SignInServices = Pick<Services, 'billing' | 'config' | 'database' | 'jobs'>

export interface SignedInPerson {
  kind: 'signed-in'
  userId: string
  /** Whether the account was created by this sign-in, or another identity was linked to it. */
  hasNewIdentity: boolean
  /** The sign-in has verified the account's address. */
  isNewlyVerified: boolean
}

/** Why the identity has no account to sign in to. */
export type RefusedKind = 'deleted' | 'removed' | 'not-approved'

/** The user must first say whether the account is theirs. */
interface AskedPerson {
  kind: 'asked'
  userId: string
}

export type Recognized = SignedInPerson | AskedPerson | { kind: RefusedKind }

/** A sign-in in the transaction that recognizes its user. */
interface SignIn {
  tx: Orm
  profile: IdentityProfile
  now: Date
  /**
   * The stored identity, read once. If a concurrent sign-in stores it after that, the insert violates the primary key
   * and the attempt is repeated, so that one identity never gets two accounts.
   */
  stored: store.KnownIdentity | undefined
}

async function findKnownAccounts({ tx, profile, now, stored }: SignIn): Promise<rules.KnownAccounts> {
  const { email, isEmailVerified } = profile
  const byAddress = isEmailVerified ? await store.findVerifiedAccount(tx, email) : undefined
  const since = new Date(now.getTime() - restorableMs)
  const isAddressFree = isEmailVerified && byAddress === undefined
  const deleted = isAddressFree ? await store.findRestorableAccount(tx, email, since) : undefined
  return {
    identity: stored && rules.isPermanentlyDeleted(stored.account, now) ? undefined : stored,
    byAddress,
    isAddressDeleted: deleted !== undefined,
  }
}

/** Stores the identity, which is known if it has signed in before, also to an account that no longer exists. */
async function saveIdentity(
  { tx, profile, now, stored }: SignIn,
  to: { userId: string; status: store.IdentityStatus },
): Promise<void> {
  const { subject, email, isEmailVerified } = profile
  const save = stored ? store.updateIdentity : store.insertIdentity
  await save(tx, { subject, email, isEmailVerified, ...to }, now)
}

async function createAccount(signIn: SignIn): Promise<Recognized> {
  const { tx, profile, now } = signIn
  const { email, isEmailVerified, subject, firstName, lastName, nickname, pictureUrl } = profile
  const userId = ulid(now.getTime())
  await store.insertPerson(tx, {
    id: userId,
    email,
    emailKey: normalizeEmail(email),
    emailVerified: isEmailVerified,
    isConfirmedByLinkOnly: !isEmailVerified,
    auth0Id: subject,
    firstName,
    lastName,
    nickname,
    pictureUrl,
    signupAt: now,
  })
  await saveIdentity(signIn, { userId, status: 'linked' })
  return { kind: 'signed-in', userId, hasNewIdentity: true, isNewlyVerified: isEmailVerified }
}

/** Ends the identity's sessions, and asks the owner of the account to approve the identity. */
async function holdIdentity(
  services: SignInServices,
  signIn: SignIn,
  { account, previous }: { account: store.Account; previous: store.Account | undefined },
): Promise<Recognized> {
  const { tx, profile, now } = signIn
  const { subject } = profile
  await saveIdentity(signIn, { userId: account.id, status: 'waiting' })
  if (previous) {
    await endSessionsOfIdentity(tx, { userId: previous.id, subject }, now)
    await store.deleteEmptyAccount(tx, previous.id, now)
    await mailWaitingIdentity(services, tx, account, subject)
  }
  return { kind: 'not-approved' }
}

async function recognizeOnce(services: SignInServices, signIn: SignIn): Promise<Recognized> {
  const { tx, profile, now } = signIn
  const known = await findKnownAccounts(signIn)
  const target = rules.signInTarget(profile, known)
  if (target.kind === 'new') return createAccount(signIn)
  if (target.kind === 'not-approved') return holdIdentity(services, signIn, target)
  if (target.kind === 'ask') return { kind: 'asked', userId: target.account.id }
  if (target.kind === 'deleted' || target.kind === 'removed') {
    const userId = known.identity?.account.id
    if (userId !== undefined) await endSessionsOfIdentity(tx, { userId, subject: profile.subject }, now)
    return { kind: target.kind }
  }
  const { account } = target
  const address = rules.addressChange(profile, account, known)
  const isAddressProven = rules.provesAddress(profile, address.email ?? account.email)
  await store.updatePerson(tx, account.id, {
    ...rules.fillEmptyFields(profile, account),
    ...address,
    ...(isAddressProven === account.isAddressProven ? {} : { isAddressProven }),
  })
  await saveIdentity(signIn, { userId: account.id, status: 'linked' })
  const hasNewIdentity = target.kind === 'join'
  if (hasNewIdentity) await mailLinkedIdentity(services, tx, account, profile.subject)
  if (address.email !== undefined && account.emailVerified)
    await mailAddressChange(services, tx, account, address.email)
  const isNewlyVerified = address.emailVerified === true
  return { kind: 'signed-in', userId: account.id, hasNewIdentity, isNewlyVerified }
}

/**
 * A first attempt may violate the account's unique index and a second one the identity's. The next attempt finds both
 * rows.
 */
const maxAttempts = 5

/**
 * Recognizes the user of a profile. Concurrent first sign-ins violate the unique indexes, and the retry finds the rows
 * of the other one. A newly verified address queues the billing integration.
 */
export async function recognizePerson(
  services: SignInServices,
  profile: IdentityProfile,
  now: Date,
  extraWork?: (tx: Orm, recognized: SignedInPerson) => Promise<void>,
): Promise<Recognized> {
  const { billing, database, jobs } = services
  const attempt = () =>
    database.transaction(async (tx) => {
      const stored = await store.findIdentity(tx, profile.subject)
      const recognized = await recognizeOnce(services, { tx, profile, now, stored })
      if (recognized.kind !== 'signed-in') return recognized
      const { userId, isNewlyVerified } = recognized
      if (isNewlyVerified && billing.isConfigured) await jobs.send(tx, 'billing.integrate', { userId })
      await extraWork?.(tx, recognized)
      return recognized
    })
  for (let triesLeft = maxAttempts - 1; ; triesLeft -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (triesLeft === 0 || !store.isConcurrentSignIn(error)) throw error
    }
  }
}

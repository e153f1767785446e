/** Maps a provider's profile to an account: the known account, the account with this verified address, or a new one. */
import { normalizeEmail } from '@portal/contract/text-rules'
import { ulid } from 'ulid'
import type { Orm } from '../../db/database.ts'
import type { IdentityProfile } from '../../gateways/identity/identity.ts'
import type { Services } from '../../services.ts'
import * as store from '../account/account-store.ts'
import { addressChange, fillEmptyFields, isPermanentlyDeleted, signInTarget } from './sign-in-rules.ts'

export interface Recognised {
  userId: string
  isDeleted: boolean
  /** The identity's previous account, if the identity has moved to another account. */
  previousUserId: string | undefined
  /** The sign-in has verified the account's address. */
  isNewlyVerified: boolean
}

async function recogniseOnce(db: Orm, profile: IdentityProfile, now: Date): Promise<Recognised> {
  const { subject, email, isEmailVerified } = profile
  const known = await store.findAccountBySubject(db, subject)
  const bySubject = known && isPermanentlyDeleted(known, now) ? undefined : known
  const saveIdentity = known ? store.updateIdentity : store.insertIdentity
  const byAddress = isEmailVerified ? await store.findVerifiedAccount(db, normalizeEmail(email)) : undefined
  const target = signInTarget(profile, bySubject, byAddress)
  if (target.kind === 'new') {
    const userId = ulid(now.getTime())
    await store.insertPerson(db, {
      id: userId,
      email,
      emailKey: normalizeEmail(email),
      emailVerified: isEmailVerified,
      auth0Id: subject,
      firstName: profile.firstName,
      lastName: profile.lastName,
      nickname: profile.nickname,
      pictureUrl: profile.pictureUrl,
      signupAt: now,
    })
    await saveIdentity(db, { subject, userId, email, isEmailVerified }, now)
    return { userId, isDeleted: false, previousUserId: undefined, isNewlyVerified: isEmailVerified }
  }
  const { account } = target
  const isDeleted = account.deletedAt !== null
  const address = isDeleted ? {} : addressChange(profile, account, byAddress)
  if (!isDeleted)
    await store.updatePerson(db, account.id, { ...fillEmptyFields(profile, account), ...address })
  await saveIdentity(db, { subject, userId: account.id, email, isEmailVerified }, now)
  const previous = target.kind === 'join' ? target.previous : undefined
  if (previous) await store.deleteEmptyAccount(db, previous.id, now)
  const isNewlyVerified = address.emailVerified === true
  return { userId: account.id, isDeleted, previousUserId: previous?.id, isNewlyVerified }
}

/**
 * A first attempt may violate the account's unique index and a second one the identity's. The next attempt finds both
 * rows.
 */
const maxAttempts = 5

/**
 * Recognises the user of a profile. Concurrent first sign-ins violate the unique indexes, and the retry finds the rows
 * of the other one. A newly verified address queues the billing integration.
 */
export async function recognisePerson(
  { billing, database, jobs }: Pick<Services, 'billing' | 'database' | 'jobs'>,
  profile: IdentityProfile,
  now: Date,
  extraWork?: (tx: Orm, recognised: Recognised) => Promise<void>,
): Promise<Recognised> {
  const attempt = () =>
    database.transaction(async (tx) => {
      const recognised = await recogniseOnce(tx, profile, now)
      const { userId, isNewlyVerified } = recognised
      if (isNewlyVerified && billing.isConfigured) await jobs.send(tx, 'billing.integrate', { userId })
      await extraWork?.(tx, recognised)
      return recognised
    })
  for (let triesLeft = maxAttempts - 1; ; triesLeft -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (triesLeft === 0 || !store.isConcurrentSignIn(error)) throw error
    }
  }
}

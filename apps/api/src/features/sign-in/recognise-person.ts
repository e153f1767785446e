/** From a provider's profile to a person: the known one, the one whose verified address it is, or a new one. */
import { normalizeEmail } from '@portal/contract/text-rules'
import { ulid } from 'ulid'
import type { Orm } from '../../db/database.ts'
import type { IdentityProfile } from '../../gateways/identity/identity.ts'
import type { Services } from '../../services.ts'
import * as store from '../account/account-store.ts'
import { addressChange, fillFrom, isGone, signInTarget } from './sign-in-rules.ts'

export interface Recognised {
  userId: string
  isDeleted: boolean
  /** The account that the identity led to before, where it has moved. */
  leftUserId: string | undefined
  /** The account has a verified address that it did not have before. */
  isNewlyVerified: boolean
}

async function recogniseOnce(db: Orm, profile: IdentityProfile, now: Date): Promise<Recognised> {
  const { subject, email, isEmailVerified } = profile
  const known = await store.findAccountBySubject(db, subject)
  const bySubject = known && isGone(known, now) ? undefined : known
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
    return { userId, isDeleted: false, leftUserId: undefined, isNewlyVerified: isEmailVerified }
  }
  const { account } = target
  const isDeleted = account.deletedAt !== null
  const address = isDeleted ? {} : addressChange(profile, account, byAddress)
  if (!isDeleted) await store.updatePerson(db, account.id, { ...fillFrom(profile, account), ...address })
  await saveIdentity(db, { subject, userId: account.id, email, isEmailVerified }, now)
  const leaving = target.kind === 'join' ? target.leaving : undefined
  if (leaving) await store.retireEmptyAccount(db, leaving.id, now)
  const isNewlyVerified = address.emailVerified === true
  return { userId: account.id, isDeleted, leftUserId: leaving?.id, isNewlyVerified }
}

/** A first try may meet the account's index, a second one the identity's; the next finds both. */
const mostTries = 5

/**
 * Two first sign-ins at once meet the unique indexes; the later one finds what the earlier one made. A newly verified
 * address has its billing made soon (RULES section 8).
 */
export async function recognisePerson(
  { billing, database, jobs }: Pick<Services, 'billing' | 'database' | 'jobs'>,
  profile: IdentityProfile,
  now: Date,
  alsoInside?: (tx: Orm, recognised: Recognised) => Promise<void>,
): Promise<Recognised> {
  const attempt = () =>
    database.transaction(async (tx) => {
      const recognised = await recogniseOnce(tx, profile, now)
      const { userId, isNewlyVerified } = recognised
      if (isNewlyVerified && billing.isConfigured) await jobs.send(tx, 'billing.integrate', { userId })
      await alsoInside?.(tx, recognised)
      return recognised
    })
  for (let triesLeft = mostTries - 1; ; triesLeft -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (triesLeft === 0 || !store.metAnother(error)) throw error
    }
  }
}

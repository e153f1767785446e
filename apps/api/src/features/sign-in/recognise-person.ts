/** From a provider's profile to a person: the known one, the one whose verified address it is, or a new one. */
import { normalizeEmail } from '@portal/contract/text-rules'
import { ulid } from 'ulid'
import type { Database, Orm } from '../../db/client.ts'
import type { IdentityProfile } from '../../gateways/identity.ts'
import * as store from '../account/account-store.ts'
import { addressChange, fillFrom, isGone, signInTarget } from './sign-in-rules.ts'

export interface Recognised {
  userId: string
  isDeleted: boolean
  /** The account that the identity led to before, where it has moved. */
  leftUserId: string | undefined
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
    return { userId, isDeleted: false, leftUserId: undefined }
  }
  const { account } = target
  if (account.deletedAt === null) {
    const change = { ...fillFrom(profile, account), ...addressChange(profile, account, byAddress) }
    await store.updatePerson(db, account.id, change)
  }
  await saveIdentity(db, { subject, userId: account.id, email, isEmailVerified }, now)
  const leaving = target.kind === 'join' ? target.leaving : undefined
  if (leaving) await store.retireEmptyAccount(db, leaving.id, now)
  return { userId: account.id, isDeleted: account.deletedAt !== null, leftUserId: leaving?.id }
}

/** A first try may meet the account's index, a second one the identity's; the next finds both. */
const mostTries = 5

/** Two first sign-ins at once meet the unique indexes; the later one finds what the earlier one made. */
export async function recognisePerson(
  database: Database,
  profile: IdentityProfile,
  now: Date,
  alsoInside?: (tx: Orm, recognised: Recognised) => Promise<void>,
): Promise<Recognised> {
  const attempt = () =>
    database.transaction(async (tx) => {
      const recognised = await recogniseOnce(tx, profile, now)
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

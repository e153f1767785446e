/** Which account a sign-in leads to, and what it may change there (RULES section 5). Pure decisions. */
import { restorableDays } from '@portal/contract/limits'
import { normalizeEmail } from '@portal/contract/text-rules'
import type { IdentityProfile } from '../../gateways/identity/identity.ts'
import type { Account, PersonChange } from '../account/account-store.ts'

export type SignInTarget =
  | { kind: 'known'; account: Account }
  /** A known or new identity whose verified address belongs to another account. */
  | { kind: 'join'; account: Account; leaving: Account | undefined }
  | { kind: 'new' }

const restorableMs = restorableDays * 86_400_000

/** Deleted so long ago that it cannot be restored: its sign-ins lead to it no more. */
export function isGone({ deletedAt }: Account, now: Date): boolean {
  return deletedAt !== null && deletedAt.getTime() <= now.getTime() - restorableMs
}

/**
 * One verified address, one account. An identity with an unverified address never joins an existing account; one that
 * has become verified since joins the account that the address already has, unless its own account is that address's.
 * As long as a deleted account can be restored, its sign-ins stay with it.
 */
export function signInTarget(
  profile: IdentityProfile,
  bySubject: Account | undefined,
  byAddress: Account | undefined,
): SignInTarget {
  const isElsewhere = byAddress !== undefined && byAddress.id !== bySubject?.id
  const mayMove = bySubject === undefined || !(bySubject.emailVerified || bySubject.deletedAt)
  if (profile.isEmailVerified && isElsewhere && mayMove)
    return { kind: 'join', account: byAddress, leaving: bySubject }
  if (bySubject) return { kind: 'known', account: bySubject }
  return { kind: 'new' }
}

/** What the provider may fill in: empty fields only, and no picture that the person has cleared. */
export function fillFrom(profile: IdentityProfile, account: Account): PersonChange {
  const change: PersonChange = {}
  if (account.firstName === null && profile.firstName !== null) change.firstName = profile.firstName
  if (account.lastName === null && profile.lastName !== null) change.lastName = profile.lastName
  if (account.nickname === null && profile.nickname !== null) change.nickname = profile.nickname
  if (account.pictureUrl === null && profile.pictureUrl !== null && !account.isPictureCleared)
    change.pictureUrl = profile.pictureUrl
  return change
}

/**
 * What becomes of the account's address. The account's own identity leads; a verified address is never replaced by an
 * unverified one, nor by one that another account has.
 */
export function addressChange(
  profile: IdentityProfile,
  account: Account,
  byAddress: Account | undefined,
): PersonChange {
  const emailKey = normalizeEmail(profile.email)
  const isTaken = byAddress !== undefined && byAddress.id !== account.id
  if (emailKey === account.emailKey)
    return profile.isEmailVerified && !account.emailVerified && !isTaken ? { emailVerified: true } : {}
  const isOwn = account.auth0Id === profile.subject
  if (!isOwn || isTaken || (account.emailVerified && !profile.isEmailVerified)) return {}
  return { email: profile.email, emailKey, emailVerified: profile.isEmailVerified }
}

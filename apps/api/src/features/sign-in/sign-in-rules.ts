/**
 * Which account a sign-in leads to, and what the sign-in may change in it. Pure functions. See
 * docs/product/account.md#addresses.
 */
import { restorableDays } from '@portal/contract/limits'
import { normalizeEmail } from '@portal/contract/text-rules'
import type { IdentityProfile } from '../../gateways/identity/identity.ts'
import type { Account, PersonChange } from '../account/account-store.ts'

export type SignInTarget =
  | { kind: 'known'; account: Account }
  /** A known or new identity whose verified address belongs to another account. */
  | { kind: 'join'; account: Account; previous: Account | undefined }
  | { kind: 'new' }

const restorableMs = restorableDays * 86_400_000

/** Whether the account can no longer be restored. Its identities then no longer lead to it. */
export function isPermanentlyDeleted({ deletedAt }: Account, now: Date): boolean {
  return deletedAt !== null && deletedAt.getTime() <= now.getTime() - restorableMs
}

/**
 * A verified address has exactly one account. An identity with an unverified address never joins an existing account.
 * An identity whose address has become verified joins the account that owns the address, unless its own account
 * already does. While a deleted account can be restored, its identities keep leading to it.
 */
export function signInTarget(
  profile: IdentityProfile,
  bySubject: Account | undefined,
  byAddress: Account | undefined,
): SignInTarget {
  const isElsewhere = byAddress !== undefined && byAddress.id !== bySubject?.id
  const mayMove = bySubject === undefined || !(bySubject.emailVerified || bySubject.deletedAt)
  if (profile.isEmailVerified && isElsewhere && mayMove)
    return { kind: 'join', account: byAddress, previous: bySubject }
  if (bySubject) return { kind: 'known', account: bySubject }
  return { kind: 'new' }
}

/** Fills empty fields from the provider. Does not restore a picture that the user has cleared. */
export function fillEmptyFields(profile: IdentityProfile, account: Account): PersonChange {
  const change: PersonChange = {}
  if (account.firstName === null && profile.firstName !== null) change.firstName = profile.firstName
  if (account.lastName === null && profile.lastName !== null) change.lastName = profile.lastName
  if (account.nickname === null && profile.nickname !== null) change.nickname = profile.nickname
  if (account.pictureUrl === null && profile.pictureUrl !== null && !account.isPictureCleared)
    change.pictureUrl = profile.pictureUrl
  return change
}

/**
 * Returns the change to the account's address. Only the account's own identity may change the address. A verified
 * address is never replaced by an unverified one or by an address of another account.
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

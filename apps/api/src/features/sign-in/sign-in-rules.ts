/**
 * Which account a sign-in leads to, and what the sign-in may change in it. Pure functions. See
 * docs/product/account.md#addresses.
 */
import { restorableMs } from '@portal/contract/limits'
import { providerOf } from '@portal/contract/sessions/provider-name'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import type { IdentityProfile } from '../../gateways/identity/identity.ts'
import type { Account, KnownIdentity, PersonChange } from '../account/account-store.ts'

export type SignInTarget =
  | { kind: 'known'; account: Account }
  /** An identity that signs in for the first time, and whose verified address has an account. */
  | { kind: 'join'; account: Account }
  /** The same, but the account may have been opened by another person. Its owner must say whether it is theirs. */
  | { kind: 'ask'; account: Account }
  /** The verified address has an account, whose owner must approve the identity first. */
  | { kind: 'not-approved'; account: Account; previous: Account | undefined }
  /** The owner of the account has removed the identity. */
  | { kind: 'removed' }
  /** The identity or its address belongs to a deleted account that can still be restored. */
  | { kind: 'deleted' }
  | { kind: 'new' }

/** What the database knows about a profile. */
export interface KnownAccounts {
  /** The identity from an earlier sign-in. Undefined if its account can no longer be restored. */
  identity: KnownIdentity | undefined
  /** The active account with the profile's verified address. */
  byAddress: Account | undefined
  /** Whether the profile's verified address belongs to a deleted account that can still be restored. */
  isAddressDeleted: boolean
}

/** Whether the account can no longer be restored. Its identities then no longer lead to it. */
export function isPermanentlyDeleted({ deletedAt }: Account, now: Date): boolean {
  return deletedAt !== null && deletedAt.getTime() <= now.getTime() - restorableMs
}

/**
 * Decides where a sign-in leads. A verified address has exactly one account, and an unverified address never joins an
 * existing one. An identity that signed in here before its address was verified may belong to a different user than
 * the one who verified the address. It therefore joins the account of that address only after the account's owner has
 * approved it.
 */
export function signInTarget(profile: IdentityProfile, known: KnownAccounts): SignInTarget {
  const { identity, byAddress, isAddressDeleted } = known
  if (identity?.status === 'linked') return linkedTarget(identity.account, known)
  if (byAddress) {
    if (byAddress.id !== identity?.account.id)
      return { kind: isMaybeOfAnother(byAddress) ? 'ask' : 'join', account: byAddress }
    return identity.status === 'removed'
      ? { kind: 'removed' }
      : { kind: 'not-approved', account: byAddress, previous: undefined }
  }
  return profile.isEmailVerified && isAddressDeleted ? { kind: 'deleted' } : { kind: 'new' }
}

/**
 * Whether a person who doesn't own the address may have opened the account and have waited until its owner clicked the link in a mail.
 * For accounts from before this was stored, the provider that verifies by such a link counts.
 */
function isMaybeOfAnother({ isConfirmedByLinkOnly, auth0Id }: Account): boolean {
  return isConfirmedByLinkOnly ?? providerOf(auth0Id ?? '') === 'auth0'
}

function linkedTarget(account: Account, { byAddress, isAddressDeleted }: KnownAccounts): SignInTarget {
  if (account.deletedAt) return { kind: 'deleted' }
  if (account.emailVerified) return { kind: 'known', account }
  if (byAddress && byAddress.id !== account.id)
    return { kind: 'not-approved', account: byAddress, previous: account }
  return isAddressDeleted ? { kind: 'deleted' } : { kind: 'known', account }
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
 * address is replaced only by another verified address that no other account has.
 */
export function addressChange(
  profile: IdentityProfile,
  account: Account,
  known: KnownAccounts,
): PersonChange {
  const { byAddress, isAddressDeleted } = known
  const emailKey = normalizeEmail(profile.email)
  const isTaken = (byAddress !== undefined && byAddress.id !== account.id) || isAddressDeleted
  if (emailKey === normalizeEmail(account.email))
    return profile.isEmailVerified && !account.emailVerified && !isTaken ? { emailVerified: true } : {}
  const isOwn = account.auth0Id === profile.subject
  if (!isOwn || isTaken || (account.emailVerified && !profile.isEmailVerified)) return {}
  // Only the identity reports the new address. Its user may not be the one who clicked the link in the mail to it.
  return {
    email: profile.email,
    emailKey,
    emailVerified: profile.isEmailVerified,
    isConfirmedByLinkOnly: true,
  }
}

/** Whether the profile proves the address that the account has after the sign-in. */
export function provesAddress(profile: IdentityProfile, email: string): boolean {
  return profile.isEmailVerified && normalizeEmail(profile.email) === normalizeEmail(email)
}

import type { User } from '@portal/contract/account/account'
import type { ServiceAccountRef } from '@portal/contract/service-accounts/service-accounts'
import { decodeTime } from 'ulid'
import type { Authenticator, Person } from '../../guard/caller.ts'

/** Falls back to the part of the email address before the @, for clients that require a nickname. */
export function nicknameOf({ nickname, email }: Pick<Person, 'nickname' | 'email'>): string {
  return nickname?.trim() || (email.split('@')[0] ?? '')
}

/** Formats a user for responses. See docs/product/account.md#user. */
export function userBody(
  person: Person,
  { isStaff, needsTosUpdate }: Pick<Authenticator, 'isStaff' | 'needsTosUpdate'>,
): User {
  return {
    id: person.id,
    email: person.email,
    emailVerified: person.emailVerified,
    firstName: person.firstName,
    lastName: person.lastName,
    nickname: person.nickname,
    pictureUrl: person.pictureUrl,
    githubUsername: person.githubUsername,
    discordUsername: person.discordUsername,
    auth0Id: person.auth0Id,
    auth0Details: null,
    quarantinedAt: person.quarantinedAt?.toISOString() ?? null,
    suspendedAt: person.suspendedAt?.toISOString() ?? null,
    quarantineReason: person.quarantineReason,
    suspensionReason: person.suspensionReason,
    isStaff: isStaff(person),
    needsTosUpdate: needsTosUpdate(person),
    agreedTosVersionId: person.agreedTosVersionId,
    agreedTosVersion: person.agreedTosVersionId ?? '',
    onboardingDetails: { reviewedProfile: person.reviewedProfileAt?.toISOString() ?? null },
    signupAt: person.signupAt.toISOString(),
  }
}

/**
 * Formats a service account as a user. It acts with the membership of the workspace's owner, whose id instances need, but it is nobody
 * else: other services decide by the email address who is staff.
 */
export function serviceAccountUserBody({ id, name }: ServiceAccountRef, userId: string): User {
  return {
    id: userId,
    email: `${id}@service-accounts.invalid`,
    emailVerified: true,
    firstName: name,
    lastName: null,
    nickname: name,
    pictureUrl: null,
    githubUsername: null,
    discordUsername: null,
    auth0Id: `service-account|${id}`,
    auth0Details: null,
    quarantinedAt: null,
    suspendedAt: null,
    quarantineReason: null,
    suspensionReason: null,
    isStaff: false,
    needsTosUpdate: false,
    agreedTosVersionId: null,
    agreedTosVersion: '',
    onboardingDetails: { reviewedProfile: null },
    signupAt: new Date(decodeTime(id)).toISOString(),
  }
}

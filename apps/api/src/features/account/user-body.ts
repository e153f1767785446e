import type { User } from '@portal/contract/account'
import type { Authenticator, Person } from '../../http/caller.ts'

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

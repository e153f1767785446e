import type { Member } from '@portal/contract/members/members'
import type { ListedMember } from './member-list-store.ts'

/** The part of an address before the `@`. */
const localPart = (email: string) => email.split('@')[0] || email

/** Converts a row to the API's format. An invitee's row reveals nothing about whether the address has an account. */
export function memberBody(row: ListedMember, now: Date): Member {
  const { id, email, role, firstName, lastName, nickname, signupAt, sentAt, expiresAt } = row
  const invitation = sentAt &&
    expiresAt && {
      id,
      sentAt: sentAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      isExpired: expiresAt <= now,
    }
  return {
    userId: id,
    email,
    role,
    status: invitation ? 'invited' : 'active',
    firstName,
    lastName,
    nickname: nickname?.trim() || localPart(email),
    signupAt: signupAt?.toISOString() ?? null,
    invitation,
  }
}

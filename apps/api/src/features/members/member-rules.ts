import type { Member } from '@portal/contract/members'
import { normalizeEmail } from '@portal/contract/text-rules'
import type { InvitationRow } from '../invitations/invitation-store.ts'
import type { ListedMember } from './member-store.ts'

/** The part of an address before the `@`. */
const localPart = (email: string) => email.split('@')[0] || email

/** A member as the API returns it. */
export function activeMember(row: ListedMember): Member {
  const { userId, email, role, firstName, lastName, nickname, signupAt } = row
  return {
    userId,
    email,
    role,
    status: 'active',
    firstName,
    lastName,
    nickname: nickname?.trim() || localPart(email),
    signupAt: signupAt.toISOString(),
    invitation: null,
  }
}

/** An invitee: the row holds only what the invitation says, so it cannot tell whether the address has an account. */
export function invitedMember(row: InvitationRow, now: Date): Member {
  return {
    userId: row.id,
    email: row.email,
    role: row.role,
    status: 'invited',
    firstName: null,
    lastName: null,
    nickname: localPart(row.email),
    signupAt: null,
    invitation: {
      id: row.id,
      sentAt: row.sentAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      isExpired: row.expiresAt <= now,
    },
  }
}

interface Placed {
  isOwner: boolean
  emailKey: string
  id: string
  member: Member
}

/** As the database sorts: the owner, then addresses byte by byte. */
function comparePlaces(left: Placed, right: Placed): number {
  if (left.isOwner !== right.isOwner) return left.isOwner ? -1 : 1
  if (left.emailKey === right.emailKey) return left.id < right.id ? -1 : 1
  return Buffer.compare(Buffer.from(left.emailKey), Buffer.from(right.emailKey))
}

/**
 * Members and invited people in one list, owner first, then by e-mail. The invited are read first: who accepts between
 * the two reads is in both, and stands here once, as the member they have become.
 */
export function mergedMembers(invited: readonly InvitationRow[], active: readonly ListedMember[], now: Date) {
  // The database has sorted them already.
  if (invited.length === 0) return active.map(activeMember)
  const members = active.map((row) => ({
    isOwner: row.role === 'OWNER',
    emailKey: normalizeEmail(row.email),
    id: row.userId,
    member: activeMember(row),
  }))
  const known = new Set(members.map(({ emailKey }) => emailKey))
  const placed: Placed[] = [
    ...members,
    ...invited
      .filter((row) => !known.has(row.emailKey))
      .map((row) => ({
        isOwner: false,
        emailKey: row.emailKey,
        id: row.id,
        member: invitedMember(row, now),
      })),
  ]
  return placed.sort(comparePlaces).map(({ member }) => member)
}

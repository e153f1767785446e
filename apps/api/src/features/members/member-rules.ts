import type { Member } from '@portal/contract/members'
import { normalizeEmail } from '@portal/contract/text-rules'
import type { InvitationRow } from '../invitations/invitation-store.ts'
import type { ListedMember } from './member-store.ts'

/** The part of an address before the `@`. */
const localPart = (email: string) => email.split('@')[0] || email

/** Converts a member to the API's format. */
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

/** Converts an invitation to the API's format. Contains nothing that reveals whether the address has an account. */
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

interface SortableMember {
  isOwner: boolean
  emailKey: string
  id: string
  member: Member
}

/** Sorts like the database: the owner first, then addresses byte by byte. */
function compareMembers(left: SortableMember, right: SortableMember): number {
  if (left.isOwner !== right.isOwner) return left.isOwner ? -1 : 1
  if (left.emailKey === right.emailKey) return left.id < right.id ? -1 : 1
  return Buffer.compare(Buffer.from(left.emailKey), Buffer.from(right.emailKey))
}

/**
 * Merges members and invitees into one list, the owner first, then by e-mail. An invitee who accepted while the lists were
 * read is in both lists, and appears once, as a member.
 */
export function mergeMembers(invited: readonly InvitationRow[], active: readonly ListedMember[], now: Date) {
  // The database has already sorted the members.
  if (invited.length === 0) return active.map(activeMember)
  const members = active.map((row) => ({
    isOwner: row.role === 'OWNER',
    emailKey: normalizeEmail(row.email),
    id: row.userId,
    member: activeMember(row),
  }))
  const memberKeys = new Set(members.map(({ emailKey }) => emailKey))
  const rows: SortableMember[] = [
    ...members,
    ...invited
      .filter((row) => !memberKeys.has(row.emailKey))
      .map((row) => ({
        isOwner: false,
        emailKey: row.emailKey,
        id: row.id,
        member: invitedMember(row, now),
      })),
  ]
  return rows.sort(compareMembers).map(({ member }) => member)
}

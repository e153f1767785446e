import type { Member } from '@portal/contract/members'
import { fullName } from '../../lib/layout/full-name.ts'

/** Sorts the owner first, then by email. */
export function sortMembers(members: readonly Member[]): Member[] {
  const rank = ({ role }: Member) => (role === 'OWNER' ? 0 : 1)
  return [...members].sort((one, other) => rank(one) - rank(other) || one.email.localeCompare(other.email))
}

/** Returns the members whose email or name contains the text, ignoring case. */
export function searchMembers(members: readonly Member[], text: string): Member[] {
  const wanted = text.trim().toLocaleLowerCase()
  return members.filter((member) =>
    `${member.email} ${fullName(member) ?? ''}`.toLocaleLowerCase().includes(wanted),
  )
}

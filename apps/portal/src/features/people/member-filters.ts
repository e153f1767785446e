import type { Member } from '@portal/contract/members/members'
import { roleLabels } from '@portal/contract/members/roles'
import type { SearchFilter } from '@portal/ui/fields/search-filters'

const roleFilters = ['OWNER', 'APPROVER', 'EDITOR'] as const
const stateFilters = { active: 'Active', invited: 'Invited', expired: 'Invitation expired' } as const

/** Returns whether a member is active, invited, or has an expired invitation. */
function stateOf({ status, invitation }: Member): keyof typeof stateFilters {
  if (status === 'active') return 'active'
  return invitation?.isExpired ? 'expired' : 'invited'
}

/** The filters by role and by state, each with the number of members that it matches. */
export function memberFilters(members: readonly Member[]): SearchFilter[] {
  const count = (matches: (member: Member) => boolean) => members.filter(matches).length
  return [
    ...roleFilters.map((role) => ({
      id: role,
      name: roleLabels[role],
      count: count((member) => member.role === role),
    })),
    ...(Object.keys(stateFilters) as (keyof typeof stateFilters)[]).map((state) => ({
      id: state,
      name: stateFilters[state],
      count: count((member) => stateOf(member) === state),
    })),
  ]
}

/** Returns the members with one of the chosen roles and one of the chosen states. If none is chosen, any role or state matches. */
export function filterMembers(members: readonly Member[], filterIds: readonly string[]): Member[] {
  const roles = roleFilters.filter((role) => filterIds.includes(role))
  const states = Object.keys(stateFilters).filter((state) => filterIds.includes(state))
  return members.filter(
    (member) =>
      (roles.length === 0 || roles.some((role) => role === member.role)) &&
      (states.length === 0 || states.includes(stateOf(member))),
  )
}

import { expect, it } from 'vitest'
import { ada, grace, invited, linus } from '../../testing/team.ts'
import { filterMembers, memberFilters } from './member-filters.ts'

const members = [ada, grace, linus, invited('kim@example.com'), invited('late@example.com', true)]
const found = (...ids: string[]) => filterMembers(members, ids).map(({ email }) => email.split('@')[0])

it('member filters count the members that they match', () => {
  expect(memberFilters(members).map(({ name, count }) => `${name} ${count}`)).toEqual([
    'Owner 1',
    'Approver 1',
    'Collaborator 3',
    'Active 3',
    'Invited 1',
    'Invitation expired 1',
  ])
})

it('member filters match any of the chosen roles and any of the chosen states', () => {
  expect(found()).toHaveLength(5)
  expect(found('APPROVER', 'OWNER')).toEqual(['ada', 'grace'])
  expect(found('EDITOR', 'invited', 'expired')).toEqual(['kim', 'late'])
  expect(found('OWNER', 'invited')).toEqual([])
})

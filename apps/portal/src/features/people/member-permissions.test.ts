import { describe, expect, it } from 'vitest'
import { ada, grace, invited } from '../../testing/team.ts'
import { inviteRefusal, mayOffer, removalRefusal, roleRefusal } from './member-permissions.ts'

const quarantinedAt = '2025-01-01T00:00:00.000Z'
const owner = { role: 'OWNER', quarantinedAt: null } as const
const access = {
  owner,
  approver: { ...owner, role: 'APPROVER' },
  editor: { ...owner, role: 'EDITOR' },
  'owner of a quarantined workspace': { ...owner, quarantinedAt },
  'editor of a quarantined workspace': { role: 'EDITOR', quarantinedAt },
} as const
const members = {
  member: grace,
  owner: ada,
  invitee: invited('kim@example.com'),
  'expired invitee': invited('late@example.com', true),
}

it.each([
  ['owner', undefined],
  ['approver', undefined],
  ['editor', 'Only owners and approvers can invite members'],
  ['owner of a quarantined workspace', 'This workspace is quarantined'],
  ['editor of a quarantined workspace', 'Only owners and approvers can invite members'],
] as const)('inviteRefusal for the %s is %o', (user, refusal) =>
  expect(inviteRefusal(access[user])).toBe(refusal),
)

it.each([
  ['owner', 'member', undefined],
  ['owner', 'invitee', undefined],
  ['owner', 'owner', "The owner's role is locked. Offer ownership to a member instead"],
  ['approver', 'member', 'Only the owner can change roles'],
  ['editor', 'member', 'Only the owner can change roles'],
  ['owner', 'expired invitee', 'The invitation has expired. Resend it to change the role'],
  ['owner of a quarantined workspace', 'member', 'This workspace is quarantined'],
] as const)('roleRefusal for the %s and the row of the %s is %o', (user, member, refusal) =>
  expect(roleRefusal(access[user], members[member])).toBe(refusal),
)

describe('removalRefusal', () => {
  it.each([
    ['owner', 'member', undefined],
    ['approver', 'invitee', undefined],
    ['owner of a quarantined workspace', 'member', undefined],
    ['approver', 'owner', 'The owner cannot be removed'],
    ['editor', 'invitee', 'Only owners and approvers can remove members'],
  ] as const)('for the %s and the row of the %s is %o', (user, member, refusal) =>
    expect(removalRefusal(access[user], members[member], '01JOTHER')).toBe(refusal),
  )

  it('tells users who want to remove themselves to leave instead', () =>
    expect(removalRefusal(access.approver, grace, grace.userId)).toBe(
      'You cannot remove yourself. Leave the workspace instead',
    ))
})

it.each([
  ['owner', 'member', true],
  ['owner', 'invitee', false],
  ['owner', 'owner', false],
  ['approver', 'member', false],
  ['editor', 'member', false],
  ['owner of a quarantined workspace', 'member', false],
] as const)('mayOffer for the %s and the row of the %s is %s', (user, member, isAllowed) =>
  expect(mayOffer(access[user], members[member])).toBe(isAllowed),
)

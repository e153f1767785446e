import { expect, it } from 'vitest'
import { may, permissions, roleLabels, type WorkspaceAct, workspaceRoles } from './permissions.ts'

/** SPEC section 6, written out. */
const ownersOnly: WorkspaceAct[] = [
  'editWorkspace',
  'deleteWorkspace',
  'toggleApprovals',
  'changeMemberRole',
  'revokeToken',
]
const ownersAndApprovers: WorkspaceAct[] = ['inviteMember', 'removeMember']
const everyMember: WorkspaceAct[] = [
  'readWorkspace',
  'openWorkspace',
  'markForOneself',
  'readMembers',
  'readTokens',
  'createToken',
]

it.each(ownersOnly)('leaves "%s" to owners', (act) => {
  expect(workspaceRoles.filter((role) => may(role, act))).toEqual(['OWNER'])
})

it.each(ownersAndApprovers)('leaves "%s" to owners and approvers', (act) => {
  expect(workspaceRoles.filter((role) => may(role, act))).toEqual(['OWNER', 'APPROVER'])
})

it.each(everyMember)('lets every member do "%s"', (act) => {
  expect(workspaceRoles.filter((role) => may(role, act))).toEqual(['OWNER', 'APPROVER', 'EDITOR'])
})

it('gives an owner everything', () => {
  for (const act of Object.keys(permissions) as WorkspaceAct[]) expect(may('OWNER', act)).toBe(true)
})

it('shows an EDITOR as a collaborator', () => {
  expect(roleLabels).toEqual({ OWNER: 'Owner', APPROVER: 'Approver', EDITOR: 'Collaborator' })
})

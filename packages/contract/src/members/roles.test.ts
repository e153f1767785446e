import { describe, expect, it } from 'vitest'
import { may, permissions, roleLabels, type WorkspaceAct, workspaceRoles } from './roles.ts'

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
  'markWorkspace',
  'readMembers',
  'readTokens',
  'createToken',
]

describe('may', () => {
  it.each(ownersOnly)('allows %s for owners only', (act) => {
    expect(workspaceRoles.filter((role) => may(role, act))).toEqual(['OWNER'])
  })

  it.each(ownersAndApprovers)('allows %s for owners and approvers only', (act) => {
    expect(workspaceRoles.filter((role) => may(role, act))).toEqual(['OWNER', 'APPROVER'])
  })

  it.each(everyMember)('allows %s for every member', (act) => {
    expect(workspaceRoles.filter((role) => may(role, act))).toEqual(['OWNER', 'APPROVER', 'EDITOR'])
  })

  it('allows every action for an owner', () => {
    for (const act of Object.keys(permissions) as WorkspaceAct[]) expect(may('OWNER', act)).toBe(true)
  })
})

it('roleLabels shows EDITOR as Collaborator', () => {
  expect(roleLabels).toEqual({ OWNER: 'Owner', APPROVER: 'Approver', EDITOR: 'Collaborator' })
})

import { workspaceRights } from '@portal/contract/workspaces/workspace-rights'
import { expect, it } from 'vitest'
import { changeRefusal, maySetDefault } from './workspace-permissions.ts'

const quarantinedAt = { open: null, quarantined: '2025-01-01T00:00:00.000Z' }

it.each([
  ['OWNER', 'open', undefined],
  ['APPROVER', 'open', 'Only the workspace owner can change this'],
  ['EDITOR', 'quarantined', 'Only the workspace owner can change this'],
  ['OWNER', 'quarantined', 'This workspace is quarantined'],
] as const)('changeRefusal for the role %s in a workspace that is %s is %o', (role, state, refusal) =>
  expect(changeRefusal({ role, quarantinedAt: quarantinedAt[state] }, workspaceRights.editWorkspace)).toBe(
    refusal,
  ),
)

it.each([
  ['01JCREATOR', 'open', true],
  ['01JOTHER', 'open', false],
  ['01JCREATOR', 'quarantined', false],
] as const)('maySetDefault for the user %s in a workspace that is %s is %s', (userId, state, isAllowed) =>
  expect(maySetDefault({ creatorUserId: '01JCREATOR', quarantinedAt: quarantinedAt[state] }, userId)).toBe(
    isAllowed,
  ),
)

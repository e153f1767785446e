/** Creates, changes, deletes and restores workspaces. */
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { type ActRule, by, hasWorkspace, there } from './act.ts'
import {
  accepted,
  accountRefusal,
  mostWorkspaces,
  notFound,
  ownerOf,
  ownerOnly,
  record,
  restorableMs,
  revokeActive,
  workspaceName,
  workspaceOf,
  workspaceRefusal,
} from './model.ts'

const create: ActRule = {
  weight: 14,
  creates: 'workspace',
  /** The first workspace is created soon, because most actions need one, and the others rarely. */
  isPossible: ({ workspaces: { length } }, { choice }) =>
    length === 0 || (length < mostWorkspaces && choice === 0),
  apply(world, act) {
    const refusal = accountRefusal(world, act.by)
    if (refusal) return refusal
    world.workspaces.push({
      roles: { [act.by]: 'OWNER' },
      invitations: {},
      offer: undefined,
      tokens: [],
      hasApprovals: false,
      isQuarantined: false,
      deletedAt: undefined,
      activity: [],
    })
    const index = world.workspaces.length - 1
    record(workspaceOf(world, index), 'workspace.created', act.by, workspaceName(index))
    return accepted(200)
  },
  send: (product, act) =>
    product.call(act, workspaces.create, {
      body: { displayName: act.label, instanceUrl: 'http://localhost:8080' },
    }),
  describe: (act) => `${by(act)} creates ${act.label.toLowerCase()}`,
}

const setApprovals: ActRule = {
  weight: 2,
  isPossible: hasWorkspace,
  apply(world, act) {
    const refusal = workspaceRefusal(world, act, ownerOnly)
    if (refusal) return refusal
    const workspace = workspaceOf(world, act.workspace)
    const isEnabled = act.choice % 2 === 0
    if (workspace.hasApprovals !== isEnabled)
      record(workspace, `workspace.approvals-${isEnabled ? 'enabled' : 'disabled'}`, act.by, null)
    workspace.hasApprovals = isEnabled
    return accepted(200)
  },
  send: async (product, act) =>
    product.call(act, workspaces.setApprovals, {
      params: await product.workspaceParams(act),
      body: { approvalsEnabled: act.choice % 2 === 0 },
    }),
  describe: (act) => `${by(act)} turns approvals of ${there(act)} ${act.choice % 2 === 0 ? 'on' : 'off'}`,
}

const deleteIt: ActRule = {
  weight: 1,
  isPossible: hasWorkspace,
  apply(world, act) {
    const refusal = workspaceRefusal(world, act, ownerOnly)
    if (refusal) return refusal
    const workspace = workspaceOf(world, act.workspace)
    workspace.deletedAt = world.now
    workspace.offer = undefined
    revokeActive(workspace.tokens, world.now)
    for (const invitation of Object.values(workspace.invitations))
      if (invitation.isOpen) Object.assign(invitation, { isOpen: false, isWithdrawn: true })
    record(workspace, 'workspace.deleted', act.by, workspaceName(act.workspace))
    return accepted(200)
  },
  send: async (product, act) =>
    product.call(act, workspaces.delete, { params: await product.workspaceParams(act) }),
  describe: (act) => `${by(act)} deletes ${there(act)}`,
}

const restore: ActRule = {
  weight: 4,
  isPossible: (world, act) => world.workspaces[act.workspace]?.deletedAt !== undefined,
  apply(world, act) {
    const refusal = accountRefusal(world, act.by)
    if (refusal) return refusal
    const workspace = workspaceOf(world, act.workspace)
    const { deletedAt } = workspace
    if (deletedAt === undefined || ownerOf(workspace) !== act.by || deletedAt <= world.now - restorableMs)
      return notFound
    workspace.deletedAt = undefined
    record(workspace, 'workspace.restored', act.by, null)
    return accepted(200)
  },
  send: async (product, act) =>
    product.call(act, workspaces.restore, { params: await product.workspaceParams(act) }),
  describe: (act) => `${by(act)} restores ${there(act)}`,
}

export const workspaceActs = { create, setApprovals, delete: deleteIt, restore }

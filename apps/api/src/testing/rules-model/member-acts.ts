/** Changes roles, removes members and leaves workspaces. */
import { members } from '@portal/contract/members/members'
import { type ActRule, by, hasWorkspace, offeredRole, roleLabel, there, whom } from './act.ts'
import {
  accepted,
  emailOf,
  endMembership,
  everyone,
  managers,
  notFound,
  ownerOnly,
  record,
  refused,
  withdrawSent,
  workspaceOf,
  workspaceRefusal,
} from './model.ts'

const changeRole: ActRule = {
  weight: 8,
  isPossible: hasWorkspace,
  apply(world, act) {
    const refusal = workspaceRefusal(world, act, ownerOnly)
    if (refusal) return refusal
    const workspace = workspaceOf(world, act.workspace)
    const before = workspace.roles[act.whom]
    if (!before) return notFound
    if (before === 'OWNER') return refused(409, 'OwnerLocked')
    const after = offeredRole(act)
    if (before === after) return refused(409, 'Conflict')
    workspace.roles[act.whom] = after
    record(workspace, 'member.role-changed', act.by, `${emailOf(act.whom)}: ${before} → ${after}`)
    if (!managers.includes(after)) withdrawSent(workspace, act.whom, act.by)
    return accepted(200)
  },
  send: async (product, act) =>
    product.call(act, members.changeRole, {
      params: await product.workspaceParams(act),
      body: { userId: product.userId(act.whom), role: offeredRole(act) },
    }),
  describe: (act) => `${by(act)} makes ${whom(act)} ${roleLabel(act)} of ${there(act)}`,
}

const remove: ActRule = {
  weight: 8,
  isPossible: hasWorkspace,
  apply(world, act) {
    const refusal = workspaceRefusal(world, act, managers, 'allowed')
    if (refusal) return refusal
    const workspace = workspaceOf(world, act.workspace)
    const role = workspace.roles[act.whom]
    if (role === 'OWNER') return refused(409, 'OwnerLocked')
    const email = emailOf(act.whom)
    const invitation = workspace.invitations[act.whom]
    if (!role && !invitation?.isOpen) return notFound
    if (role) {
      if (endMembership(world, workspace, act.whom))
        record(workspace, 'ownership.offer-withdrawn', act.by, email)
      record(workspace, 'member.removed', act.by, email)
      withdrawSent(workspace, act.whom, act.by)
    }
    if (invitation?.isOpen) {
      Object.assign(invitation, { isOpen: false, isWithdrawn: true })
      record(workspace, 'member.invitation-withdrawn', act.by, email)
    }
    return accepted(200)
  },
  send: async (product, act) =>
    product.call(act, members.remove, {
      params: await product.workspaceParams(act),
      body: { email: emailOf(act.whom) },
    }),
  describe: (act) => `${by(act)} removes ${act.by === act.whom ? 'themself' : whom(act)} from ${there(act)}`,
}

const leave: ActRule = {
  weight: 5,
  isPossible: hasWorkspace,
  apply(world, act) {
    const refusal = workspaceRefusal(world, act, everyone, 'allowed')
    if (refusal) return refusal
    const workspace = workspaceOf(world, act.workspace)
    if (workspace.roles[act.by] === 'OWNER') return refused(409, 'OwnerLocked')
    if (endMembership(world, workspace, act.by))
      record(workspace, 'ownership.declined', act.by, emailOf(act.by))
    record(workspace, 'member.left', act.by, emailOf(act.by))
    withdrawSent(workspace, act.by, act.by)
    // The call with DELETE answers the platform's clients, which expect 200.
    return accepted(act.choice % 2 === 0 ? 204 : 200)
  },
  send: async (product, act) =>
    product.call(act, act.choice % 2 === 0 ? members.leave : members.leaveByDelete, {
      params: await product.workspaceParams(act),
    }),
  describe: (act) => `${by(act)} leaves ${there(act)}`,
}

export const memberActs = { changeRole, remove, leave }

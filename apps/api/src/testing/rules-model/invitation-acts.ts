/** Sends, accepts, declines and withdraws invitations. */
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { type Act, type ActRule, by, hasWorkspace, offeredRole, roleLabel, there, whom } from './act.ts'
import {
  accepted,
  accountRefusal,
  emailOf,
  type Invitation,
  invitationMs,
  isJustMailed,
  managers,
  notFound,
  record,
  refused,
  type World,
  workspaceOf,
  workspaceRefusal,
} from './model.ts'

const invite: ActRule = {
  weight: 12,
  isPossible: hasWorkspace,
  apply(world, act) {
    const refusal = workspaceRefusal(world, act, managers)
    if (refusal) return refusal
    const workspace = workspaceOf(world, act.workspace)
    if (workspace.roles[act.whom]) return refused(409, 'AlreadyMember')
    const before = workspace.invitations[act.whom]
    const mayChangeRole = !before?.isOpen || workspace.roles[act.by] === 'OWNER'
    const role = mayChangeRole ? offeredRole(act) : before.role
    const email = emailOf(act.whom)
    const isNewRole = before?.isOpen && before.role !== role
    const isMailed = before !== undefined && isJustMailed(before, world)
    if (before?.isOpen && isMailed) {
      if (isNewRole) record(workspace, 'member.role-changed', act.by, `${email}: ${before.role} → ${role}`)
      before.role = role
      return accepted(200)
    }
    const sentAt = before?.isWithdrawn && isMailed ? before.sentAt : world.now
    workspace.invitations[act.whom] = {
      role,
      by: act.by,
      sentAt,
      expiresAt: world.now + invitationMs,
      isOpen: true,
    }
    record(
      workspace,
      before?.isOpen ? 'member.invitation-resent' : 'member.invited',
      act.by,
      isNewRole ? `${email}: ${before.role} → ${role}` : email,
    )
    return accepted(200)
  },
  send: async (product, act) =>
    product.call(act, members.invite, {
      params: await product.workspaceParams(act),
      body: { email: emailOf(act.whom), role: offeredRole(act) },
    }),
  describe: (act) => `${by(act)} invites ${whom(act)} to ${there(act)} as ${roleLabel(act)}`,
}

const wasInvited = (world: World, act: Act) =>
  world.workspaces[act.workspace]?.invitations[act.by] !== undefined

/** The invitation that the caller can answer now. */
function answerable(world: World, act: Act): Invitation | undefined {
  const workspace = workspaceOf(world, act.workspace)
  const invitation = workspace.invitations[act.by]
  const isThere = workspace.deletedAt === undefined && invitation?.isOpen
  return isThere && invitation.expiresAt > world.now ? invitation : undefined
}

const accept: ActRule = {
  weight: 14,
  isPossible: wasInvited,
  apply(world, act) {
    const refusal = accountRefusal(world, act.by)
    if (refusal) return refusal
    const invitation = answerable(world, act)
    if (!invitation) return notFound
    const workspace = workspaceOf(world, act.workspace)
    if (workspace.isQuarantined) return refused(403, 'WorkspaceQuarantined')
    invitation.isOpen = false
    workspace.roles[act.by] = invitation.role
    record(workspace, 'member.joined', act.by, emailOf(act.by))
    return accepted(200)
  },
  send: async (product, act) =>
    product.call(act, invitations.accept, {
      params: { invitationId: await product.invitationId(act.workspace, act.by) },
    }),
  describe: (act) => `${by(act)} accepts the invitation to ${there(act)}`,
}

const decline: ActRule = {
  weight: 1,
  isPossible: wasInvited,
  apply(world, act) {
    const refusal = accountRefusal(world, act.by)
    if (refusal) return refusal
    const invitation = answerable(world, act)
    if (!invitation) return notFound
    invitation.isOpen = false
    record(workspaceOf(world, act.workspace), 'member.declined', act.by, emailOf(act.by))
    return accepted(204)
  },
  send: async (product, act) =>
    product.call(act, invitations.decline, {
      params: { invitationId: await product.invitationId(act.workspace, act.by) },
    }),
  describe: (act) => `${by(act)} declines the invitation to ${there(act)}`,
}

const withdraw: ActRule = {
  weight: 2,
  isPossible: (world, act) => world.workspaces[act.workspace]?.invitations[act.whom] !== undefined,
  apply(world, act) {
    const refusal = workspaceRefusal(world, act, managers, 'allowed')
    if (refusal) return refusal
    const workspace = workspaceOf(world, act.workspace)
    const invitation = workspace.invitations[act.whom]
    if (!invitation?.isOpen) return notFound
    Object.assign(invitation, { isOpen: false, isWithdrawn: true })
    record(workspace, 'member.invitation-withdrawn', act.by, emailOf(act.whom))
    return accepted(204)
  },
  send: async (product, act) =>
    product.call(act, invitations.withdraw, {
      params: {
        ...(await product.workspaceParams(act)),
        invitationId: await product.invitationId(act.workspace, act.whom),
      },
    }),
  describe: (act) => `${by(act)} withdraws the invitation of ${whom(act)} to ${there(act)}`,
}

export const invitationActs = { invite, accept, decline, withdraw }

/** Changes roles and ends memberships (docs/product/members.md#changing-roles). */
import { memberRights, members } from '@portal/contract/members/members'
import { may, type WorkspaceRole } from '@portal/contract/members/roles'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import type { Orm } from '../../db/database.ts'
import { countMail } from '../../guard/mail-limits.ts'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { findOpenInvitation, setInvitedRole, withdrawInvitation } from '../invitations/invitation-store.ts'
import { deleteTrustRule } from '../trust-rules/trust-rule-store.ts'
import {
  changeWorkspace,
  type WorkspaceChange,
  type WorkspaceRequest,
} from '../workspaces/workspace-change-actions.ts'
import { listTrustRulesBy, withdrawInvitationsBy } from './left-behind-store.ts'
import { removedMail } from './member-mails.ts'
import * as store from './member-store.ts'
import { mailChangedRole } from './role-notice-actions.ts'

const ownerLocked = (message: string) => new Refusal('OwnerLocked', message)

/** A row of the members list, whose role can change. */
interface RoleHolder {
  email: string
  role: WorkspaceRole
  /** Whether to mail the new role. Invitees aren't mailed: the invitation shows them the new role. */
  isMailed: boolean
  setRole(role: WorkspaceRole): Promise<void>
}

/** Finds the member with this id, or else the invitee of the open invitation with this id. */
async function findRoleHolder(
  tx: Orm,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<RoleHolder | undefined> {
  const member = await store.findMember(tx, workspaceId, id)
  if (member) {
    const { email, role, emailVerified: isMailed } = member
    return { email, role, isMailed, setRole: (next) => store.setRole(tx, workspaceId, id, next) }
  }
  const invitation = await findOpenInvitation(tx, { workspaceId, id })
  if (!invitation || invitation.expiresAt <= now) return undefined
  const { email, role } = invitation
  return { email, role, isMailed: false, setRole: (next) => setInvitedRole(tx, { workspaceId, id }, next) }
}

/** Changes the role of a member, or the role that an open invitation offers. */
export async function changeRole(
  services: Services,
  origin: WorkspaceRequest,
  { userId, role, ...choices }: { userId: string; role: WorkspaceRole } & LeftBehindChoices,
): Promise<void> {
  await changeWorkspace(services, members.changeRole, origin, async (change) => {
    const { tx, workspace, at, record } = change
    const holder = await findRoleHolder(tx, workspace.workspaceId, userId, at)
    if (!holder) throw notFound('member')
    if (holder.role === 'OWNER')
      throw ownerLocked("The owner's role can't be changed. Offer ownership to another member instead.")
    if (role === 'OWNER')
      throw ownerLocked("You can't make a member the owner directly. Offer them ownership instead.")
    if (holder.role === role) throw new Refusal('Conflict', `${holder.email} already has this role.`)
    await holder.setRole(role)
    await record('member.role-changed', `${holder.email}: ${holder.role} → ${role}`)
    if (!may(role, memberRights.inviteMember)) await settleLeftBehind(origin, change, userId, choices)
    if (!holder.isMailed) return
    const { workspaceId, displayName: workspaceName } = workspace
    const { email: to, role: previousRole } = holder
    const by = origin.caller.person
    await mailChangedRole(services, tx, {
      workspaceId,
      workspaceName,
      userId,
      to,
      previousRole,
      role,
      by,
      at,
    })
  })
}

interface LeftBehindChoices {
  /** Whether the invitations that the member sent stay open. */
  keepsInvitations?: boolean | undefined
  /** Whether the trust rules that the member created are deleted. */
  deletesTrustRules?: boolean | undefined
}

/**
 * Withdraws the open invitations of a member who may no longer invite, because each would let a person in on their word. Deletes
 * their trust rules with the tokens that these issued, if asked.
 */
async function settleLeftBehind(
  { caller }: WorkspaceRequest,
  { tx, workspace: { workspaceId }, at, record }: WorkspaceChange,
  userId: string,
  { keepsInvitations, deletesTrustRules }: LeftBehindChoices,
): Promise<void> {
  if (!keepsInvitations)
    for (const { email } of await withdrawInvitationsBy(tx, { workspaceId, userId }, at))
      await record('member.invitation-withdrawn', email)
  if (!deletesTrustRules) return
  if (caller.token) throw new Refusal('NotAllowed', "A token can't delete trust rules. Sign in to do this.")
  for (const rule of await listTrustRulesBy(tx, { workspaceIds: [workspaceId], userId })) {
    await deleteTrustRule(tx, rule.id, caller.person.id, at)
    await record('trust-rule.deleted', `${rule.serviceAccount.name}: ${rule.name}`)
  }
}

/** Removes the members with an address, and withdraws the open invitation that it has. */
export async function removeMember(
  services: Services,
  origin: WorkspaceRequest,
  removal: { email: string } & LeftBehindChoices,
): Promise<void> {
  const { email } = removal
  const { workspaceId } = origin.params
  const emailKey = normalizeEmail(email)
  await changeWorkspace(services, members.remove, origin, async (change) => {
    const { tx, at, record } = change
    const found = await store.findMembersByEmail(tx, workspaceId, email)
    const removable = found.filter((member) => member.role !== 'OWNER')
    if (found.length > 0 && removable.length === 0) throw ownerLocked("The owner can't be removed.")
    for (const member of removable) await removeOne(services, origin, change, member, removal)
    const invitation = await withdrawInvitation(tx, { workspaceId, emailKey }, at)
    if (invitation) await record('member.invitation-withdrawn', invitation.email)
    if (removable.length === 0 && !invitation) throw notFound('member')
  })
}

async function removeOne(
  { config, jobs }: Services,
  origin: WorkspaceRequest,
  change: WorkspaceChange,
  { userId, email, emailVerified }: store.MemberRow,
  choices: LeftBehindChoices,
): Promise<void> {
  const { person } = origin.caller
  const { tx, workspace, at, record } = change
  const { workspaceId, displayName } = workspace
  const { hadOffer } = await store.endMembership(tx, { workspaceId, userId }, person.id, at)
  if (hadOffer) await record('ownership.offer-withdrawn', email)
  await record('member.removed', email)
  await settleLeftBehind(origin, change, userId, choices)
  if (!emailVerified || userId === person.id) return
  // If the mail would exceed a limit, the removal succeeds without it.
  if (!(await countMail(tx, { byUserId: person.id, workspaceId, to: email, at }, config)))
    await jobs.sendMail(
      tx,
      person.id,
      removedMail({ to: email, workspaceName: displayName, by: person }, config),
    )
}

/** Ends the caller's membership. */
export async function leaveWorkspace(services: Services, origin: WorkspaceRequest): Promise<void> {
  const { id: userId, email } = origin.caller.person
  await changeWorkspace(services, members.leave, origin, async (change) => {
    const { tx, workspace, at, record } = change
    const { workspaceId, role } = workspace
    if (role === 'OWNER')
      throw ownerLocked("The owner can't leave. Transfer ownership or delete the workspace first.")
    const { hadOffer } = await store.endMembership(tx, { workspaceId, userId }, userId, at)
    if (hadOffer) await record('ownership.declined', email)
    await record('member.left', email)
    await settleLeftBehind(origin, change, userId, {})
  })
}

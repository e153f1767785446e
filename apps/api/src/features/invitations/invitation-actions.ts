/** Invites an address, and mails invitations (docs/product/invitations.md#inviting). */
import { dayMs } from '@portal/contract/durations'
import { invitationLifetimeDays } from '@portal/contract/limits'
import { memberRights, members } from '@portal/contract/members/members'
import { may, roleLabels, type WorkspaceRole } from '@portal/contract/members/roles'
import { cleanLine } from '@portal/contract/text/clean-line'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { ulid } from 'ulid'
import type { Config } from '../../config.ts'
import { hashOf, newSecret } from '../../crypto/secrets.ts'
import type { Orm } from '../../db/database.ts'
import type { Mail } from '../../gateways/mail/mail.ts'
import {
  formatDay,
  type MailConfig,
  mailOf,
  type NamedUser,
  nameWithAddress,
  quotedName,
} from '../../gateways/mail/mail-text.ts'
import { checkLimit } from '../../guard/account-limits.ts'
import { createOnce } from '../../guard/idempotency-store.ts'
import { countMail, isJustMailed } from '../../guard/mail-limits.ts'
import { accountQuarantined, accountSuspended, notSignedIn, Refusal } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { lockPausesForShare } from '../account/account-store.ts'
import { countMembersAndInvitations, findMembersByEmail } from '../members/member-store.ts'
import {
  changeWorkspace,
  type WorkspaceChange,
  type WorkspaceRequest,
} from '../workspaces/workspace-change-actions.ts'
import * as store from './invitation-store.ts'

const lifetimeMs = invitationLifetimeDays * dayMs

export const expiryAfter = (sentAt: Date) => new Date(sentAt.getTime() + lifetimeMs)

/**
 * Invites an address, or resends the open invitation that it has. Within ten minutes of the last mail, sends no other: an open
 * invitation only changes its role, and the mailed link of a withdrawn one leads to the new one. Never looks up an account: neither
 * the reply nor its timing may reveal whether the address has one.
 */
export async function inviteMember(
  services: Services,
  origin: WorkspaceRequest,
  invitee: { email: string; role?: WorkspaceRole | undefined },
): Promise<void> {
  const { role } = invitee
  if (role === 'OWNER')
    throw new Refusal(
      'OwnerLocked',
      "You can't invite a user as owner. Invite them as a member, then offer them ownership.",
    )
  const email = cleanLine(invitee.email)
  await changeWorkspace(services, members.invite, origin, async (change) => {
    await lockInviterForShare(change.tx, origin)
    await createOnce(change.tx, origin, change.at, () => invite(services, origin, change, { email, role }))
  })
}

/** The pause or the deletion of an account withdraws only the invitations that it finds, so it must wait for this one. */
export async function lockInviterForShare(tx: Orm, { caller }: WorkspaceRequest): Promise<void> {
  const pauses = await lockPausesForShare(tx, caller.person.id)
  if (!pauses) throw notSignedIn()
  if (pauses.quarantinedAt) throw accountQuarantined()
  if (pauses.suspendedAt) throw accountSuspended()
}

async function invite(
  services: Services,
  origin: WorkspaceRequest,
  change: WorkspaceChange,
  { email, role: askedRole }: { email: string; role: WorkspaceRole | undefined },
): Promise<void> {
  const { tx, at, record, workspace } = change
  const { workspaceId } = origin.params
  const emailKey = normalizeEmail(email)
  const found = await findMembersByEmail(tx, workspaceId, email)
  if (found.length > 0) throw new Refusal('AlreadyMember', `${email} is already a member of this workspace.`)
  const previous = await store.findOpenInvitation(tx, { workspaceId, emailKey })
  const previousRole = previous?.role
  // An open invitation keeps its role if the caller may not change roles.
  const role = previous && !may(workspace.role, memberRights.changeMemberRole) ? undefined : askedRole
  if (previous && isJustMailed(previous.sentAt, at)) {
    if (role === undefined || role === previous.role) return
    await store.updateInvitation(tx, { workspaceId, emailKey }, { role })
    await record('member.role-changed', `${previous.email}: ${previous.role} → ${role}`)
    return
  }
  const invitedByUserId = origin.caller.person.id
  const withdrawn = previous ? undefined : await store.findWithdrawnInvitation(tx, { workspaceId, emailKey })
  if (withdrawn && isJustMailed(withdrawn.sentAt, at)) {
    // The new invitation keeps the time of the mail, so that the ten minutes don't start again.
    const dates = { sentAt: withdrawn.sentAt, expiresAt: expiryAfter(at) }
    const invited = { email, role, ...dates, invitedByUserId }
    const { id } = await renewOrInsert(tx, workspaceId, invited, at, services.config)
    await store.moveCodes(tx, withdrawn.id, id)
    await record('member.invited', email)
    return
  }
  const sending = { email, role, sentAt: at, expiresAt: expiryAfter(at), invitedByUserId }
  const invitation = await renewOrInsert(tx, workspaceId, sending, at, services.config)
  await mailInvitation(services, origin, change, invitation)
  const isNewRole = previousRole !== undefined && previousRole !== invitation.role
  await record(
    previousRole ? 'member.invitation-resent' : 'member.invited',
    isNewRole ? `${invitation.email}: ${previousRole} → ${invitation.role}` : invitation.email,
  )
}

interface Sending {
  email: string
  role: WorkspaceRole | undefined
  sentAt: Date
  expiresAt: Date
  invitedByUserId: string
}

/** Renews the open invitation of the address, or inserts a new one. */
async function renewOrInsert(tx: Orm, workspaceId: string, sending: Sending, at: Date, config: Config) {
  const emailKey = normalizeEmail(sending.email)
  const renewed = await store.updateInvitation(tx, { workspaceId, emailKey }, sending)
  if (renewed) return renewed
  checkLimit('membersOfWorkspace', await countMembersAndInvitations(tx, workspaceId), config)
  const id = ulid(at.getTime())
  const invitation = { id, emailKey, ...sending, role: sending.role ?? 'EDITOR' }
  await store.insertInvitation(tx, { workspaceId, createdAt: at, ...invitation })
  return invitation
}

/**
 * Queues the mail with a new link to the invitation.
 * @throws Refusal `TooManyRequests` when the address or the caller has had too many mails sent
 */
export async function mailInvitation(
  { config, jobs }: Services,
  origin: WorkspaceRequest,
  { tx, workspace, at }: WorkspaceChange,
  invitation: { id: string; email: string; role: WorkspaceRole; expiresAt: Date },
): Promise<void> {
  const { id, email: to, role, expiresAt } = invitation
  const byUserId = origin.caller.person.id
  const isToStranger = !(await store.hasAcceptedFrom(tx, byUserId, normalizeEmail(to)))
  const caused = { byUserId, workspaceId: workspace.workspaceId, to, at, isToStranger }
  const refusal = await countMail(tx, caused, config)
  if (refusal) throw refusal
  const url = await createLink(tx, id, at, config)
  const facts = { to, invitedBy: origin.caller.person, workspaceName: workspace.displayName, role, url }
  await jobs.sendMail(tx, byUserId, invitationMail({ ...facts, expiresAt }, config))
}

/** Creates the link of one mail, or one to copy. Only the hash of its code is stored. Earlier links stay valid. */
export async function createLink(
  tx: Orm,
  invitationId: string,
  at: Date,
  { PORTAL_URL }: Config,
): Promise<string> {
  const code = newSecret()
  await store.insertCode(tx, { codeHash: hashOf(code), invitationId, createdAt: at })
  return `${PORTAL_URL}/invitation/${code}`
}

interface InvitationFacts {
  to: string
  invitedBy: NamedUser
  workspaceName: string
  role: WorkspaceRole
  url: string
  expiresAt: Date
}

/** The text is the same whether or not the address has an account. */
function invitationMail(facts: InvitationFacts, config: MailConfig): Mail {
  const workspace = quotedName(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `You’ve been invited to the workspace ${workspace}`,
      paragraphs: [
        `${nameWithAddress(facts.invitedBy)} invited you to join the workspace ${workspace} with the role ${roleLabels[facts.role]}.`,
        `To accept, sign in or sign up with this email address. The invitation expires on ${formatDay(facts.expiresAt)}.`,
      ],
      action: { label: 'View the invitation', url: facts.url },
      smallPrint: ['If you don’t know the sender, you can ignore this email.'],
    },
    config,
  )
}

/** Members of a workspace. See docs/product/members.md#listing. */
import * as z from 'zod/mini'
import { managers, personReads, personWrites } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { limit, noun } from '../noun.ts'
import { pageQuery } from '../page-query.ts'
import { serviceAccountRefSchema } from '../service-accounts/service-accounts.ts'
import { emailSchema, filledLineOf, idSchema, isoDateTimeSchema } from '../text/text-rules.ts'
import { workspaceParams } from '../workspaces/workspace-params.ts'
import { everyMember, ownerAndApprover, ownerOnly, workspaceRoles } from './roles.ts'

/** A row never reveals whether an invited address has an account. */
export const memberSchema = z.object({
  /** Unique in the list. For an invitee, the id of the invitation. */
  userId: z.string(),
  email: z.string(),
  role: z.enum(workspaceRoles),
  status: z.enum(['active', 'invited']),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** The part of the address before the `@` for invitees, and for members without a nickname. */
  nickname: z.string(),
  /** Null for an invitee. */
  signupAt: z.nullable(isoDateTimeSchema),
  /** Null for a member. */
  invitation: z.nullable(
    z.object({
      id: z.string(),
      sentAt: isoDateTimeSchema,
      expiresAt: isoDateTimeSchema,
      isExpired: z.boolean(),
    }),
  ),
})
export type Member = z.infer<typeof memberSchema>
const memberList = z.array(memberSchema)

/** No membership call grants OWNER: it answers 409 `OwnerLocked`. An unknown role answers 400. */
const roleSchema = z.enum(workspaceRoles, 'Choose a role')

export const inviteSchema = z.object({ email: emailSchema, role: z.optional(roleSchema) })

const usedToken = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['api', 'instance']),
  createdAt: isoDateTimeSchema,
  lastUsedAt: z.nullable(isoDateTimeSchema),
  lastUsedIp: z.nullable(z.string()),
})

/** What a member leaves behind when they lose access. */
export const leftBehindSchema = z.object({
  /** Open invitations that the member sent. Withdrawn unless kept. */
  invitations: z.array(z.object({ id: z.string(), email: z.string(), role: z.enum(workspaceRoles) })),
  /** Active tokens of service accounts of which the member was shown a secret that still works. */
  shownTokens: z.array(
    z.object({ id: z.string(), name: z.string(), serviceAccount: serviceAccountRefSchema }),
  ),
  /** Trust rules that the member created. Kept unless deleted. */
  trustRules: z.array(
    z.object({ id: z.string(), name: z.string(), serviceAccount: serviceAccountRefSchema }),
  ),
})
export type LeftBehind = z.infer<typeof leftBehindSchema>

/** What happens to it. */
const leftBehindChoices = {
  keepsInvitations: z.optional(z.boolean()),
  deletesTrustRules: z.optional(z.boolean()),
}

export const memberRights = {
  readMembers: everyMember('See the members'),
  inviteMember: ownerAndApprover('Invite members'),
  removeMember: ownerAndApprover('Remove members and withdraw invitations'),
  changeMemberRole: ownerOnly('Change roles'),
  leaveWorkspace: everyMember('Leave the workspace, the owner only after a transfer of ownership'),
}

/** Shared by both methods of leaving: POST, and DELETE for clients that expect it. */
const leaving = {
  access: personWrites({
    credentials: managers,
    terms: 'any',
    workspace: { param: 'workspaceId', right: memberRights.leaveWorkspace, whenQuarantined: 'allowed' },
  }),
  params: workspaceParams,
  errors: ['OwnerLocked'],
} as const

export const members = {
  list: endpoint({
    name: 'members.list',
    method: 'GET',
    path: '/workspace/:workspaceId/members',
    access: personReads({
      credentials: ['session', 'instance', 'api'],
      workspace: { param: 'workspaceId', right: memberRights.readMembers, whenQuarantined: 'allowed' },
    }),
    params: workspaceParams,
    query: pageQuery,
    success: { status: 200, body: memberList },
    summary:
      'Lists the members and pending invitations, owner first, then by email. Token callers see active members only.',
    docs: 'docs/product/members.md#listing',
  }),
  invite: endpoint({
    name: 'members.invite',
    method: 'POST',
    path: '/workspace/:workspaceId/members',
    access: personWrites({
      credentials: managers,
      workspace: { param: 'workspaceId', right: memberRights.inviteMember },
    }),
    params: workspaceParams,
    body: inviteSchema,
    upperCased: ['role'],
    rateLimit: 'invitation',
    isIdempotent: true,
    success: { status: 200, body: memberList },
    errors: ['AlreadyMember', 'OwnerLocked', 'LimitReached'],
    hasPlainErrors: true,
    summary:
      'Invites an email address and sends the invitation mail. Inviting an invitee again resends the mail.',
    docs: 'docs/product/invitations.md#inviting',
  }),
  changeRole: endpoint({
    name: 'members.changeRole',
    method: 'POST',
    path: '/workspace/:workspaceId/membership',
    access: personWrites({
      credentials: managers,
      workspace: { param: 'workspaceId', right: memberRights.changeMemberRole },
    }),
    params: workspaceParams,
    body: z.object({ userId: idSchema, role: roleSchema, ...leftBehindChoices }),
    upperCased: ['role'],
    success: { status: 200, body: memberList },
    errors: ['NotFound', 'OwnerLocked', 'Conflict'],
    summary:
      "Changes the role of a member, or the role that a pending invitation offers if `userId` is the invitation's id. Withdraws the invitations that the member sent if the new role may not invite. Returns 409 for an unchanged role and for the owner.",
    docs: 'docs/product/members.md#changing-roles',
  }),
  remove: endpoint({
    name: 'members.remove',
    method: 'DELETE',
    path: '/workspace/:workspaceId/members',
    access: personWrites({
      credentials: managers,
      workspace: { param: 'workspaceId', right: memberRights.removeMember, whenQuarantined: 'allowed' },
    }),
    params: workspaceParams,
    body: z.object({ email: filledLineOf(500), ...leftBehindChoices }),
    success: { status: 200, body: memberList },
    errors: ['NotFound', 'OwnerLocked'],
    summary:
      "Removes a member or withdraws an invitation. Ends the member's tokens and instance sessions, and withdraws the invitations that they sent.",
    docs: 'docs/product/members.md#removing',
  }),
  access: endpoint({
    name: 'members.access',
    method: 'GET',
    path: '/workspace/:workspaceId/members/:userId/access',
    // Only members who may remove others read the access of another.
    access: personReads({
      workspace: { param: 'workspaceId', right: memberRights.readMembers, whenQuarantined: 'allowed' },
    }),
    params: z.extend(workspaceParams, { userId: idSchema }),
    query: pageQuery,
    success: { status: 200, body: z.extend(leftBehindSchema, { tokens: z.array(usedToken) }) },
    errors: ['NotFound'],
    summary:
      'Lists the tokens and instance sessions that would end if the member were removed, with their last use, and what the member would leave behind. Every member can read their own. Later pages contain only tokens.',
    docs: 'docs/product/members.md#removing',
  }),
  leave: endpoint({
    ...leaving,
    name: 'members.leave',
    method: 'POST',
    path: '/workspace/:workspaceId/leave',
    success: { status: 204 },
    summary: 'Removes the caller from the workspace. The owner cannot leave.',
    docs: 'docs/product/members.md#leaving',
  }),
  leaveByDelete: endpoint({
    ...leaving,
    name: 'members.leaveByDelete',
    method: 'DELETE',
    path: '/workspace/:workspaceId/leave',
    // Clients expect exactly 200.
    success: { status: 200, body: memberList },
    summary: 'Removes the caller from the workspace, and returns the remaining members.',
    docs: 'docs/product/members.md#leaving',
  }),
}

export const membersNoun = noun({
  tag: ['Members', 'Who belongs to a workspace, and their roles.'],
  calls: members,
  rights: memberRights,
  events: {
    'member.invited': ['Invited a member', 'sam@example.com'],
    'member.invitation-resent': ['Resent an invitation', 'sam@example.com'],
    'member.invitation-withdrawn': ['Withdrew an invitation', 'sam@example.com'],
    'member.joined': ['Joined the workspace', 'sam@example.com'],
    'member.declined': ['Declined an invitation', 'sam@example.com'],
    'member.role-changed': ["Changed a member's role", 'sam@example.com: EDITOR → APPROVER'],
    'member.removed': ['Removed a member', 'sam@example.com'],
    'member.left': ['Left the workspace', 'sam@example.com'],
  },
  limits: {
    membersOfWorkspace: limit(
      2_000,
      'members and open invitations of a workspace, together',
      (most) =>
        `This workspace has ${most} members and open invitations, which is the limit. Remove a member or withdraw an invitation, then try again.`,
    ),
  },
})

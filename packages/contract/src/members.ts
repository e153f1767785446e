/** Members of a workspace (SPEC sections 2 to 7; RULES section 6). */
import * as z from 'zod/mini'
import { personReads, personWrites } from './access.ts'
import { endpoint } from './endpoint.ts'
import { pageQuery } from './page-query.ts'
import { workspaceRoles } from './permissions.ts'
import { emailSchema, idSchema, isoDateTimeSchema, messages } from './text-rules.ts'
import { workspaceParams } from './workspace-params.ts'

/** A row shows nothing that tells whether an invited address has an account. */
export const memberSchema = z.object({
  /** Unique in the list. For an invitee, the id of the invitation. */
  userId: z.string(),
  email: z.string(),
  role: z.enum(workspaceRoles),
  status: z.enum(['active', 'invited']),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** Without a nickname, and for an invitee, the part of the address before the `@`. */
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

/** OWNER is a known role that no membership call grants (409 `OwnerLocked`); an unknown one is 400. */
const roleSchema = z.enum(workspaceRoles, 'Choose a role')

export const inviteSchema = z.object({ email: emailSchema, role: z.optional(roleSchema) })

const usedToken = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['api', 'instance']),
  createdAt: isoDateTimeSchema,
  lastUsedAt: z.nullable(isoDateTimeSchema),
})

/** Everything about leaving but the method: POST, or DELETE for clients that expect it. */
const leaving = {
  path: '/workspace/:workspaceId/leave',
  access: personWrites({
    terms: 'any',
    workspace: { param: 'workspaceId', act: 'leaveWorkspace', whenQuarantined: 'allowed' },
  }),
  params: workspaceParams,
  success: { status: 204 },
  errors: ['OwnerLocked'],
} as const

export const members = {
  list: endpoint({
    name: 'members.list',
    method: 'GET',
    path: '/workspace/:workspaceId/members',
    access: personReads({
      credentials: ['session', 'instance', 'api'],
      workspace: { param: 'workspaceId', act: 'readMembers', whenQuarantined: 'allowed' },
    }),
    params: workspaceParams,
    query: pageQuery,
    success: { status: 200, body: memberList },
    summary: 'The members, owner first, then by e-mail. Token callers see active members only.',
    docs: 'docs/product/members.md#listing',
  }),
  invite: endpoint({
    name: 'members.invite',
    method: 'POST',
    path: '/workspace/:workspaceId/members',
    access: personWrites({ workspace: { param: 'workspaceId', act: 'inviteMember' } }),
    params: workspaceParams,
    body: inviteSchema,
    upperCased: ['role'],
    rateLimit: 'invitation',
    success: { status: 200, body: memberList },
    errors: ['AlreadyMember', 'OwnerLocked'],
    hasPlainErrors: true,
    summary: 'Offers membership to an address and sends the mail. Inviting somebody invited sends it again.',
    docs: 'docs/product/invitations.md#inviting',
  }),
  changeRole: endpoint({
    name: 'members.changeRole',
    method: 'POST',
    path: '/workspace/:workspaceId/membership',
    access: personWrites({ workspace: { param: 'workspaceId', act: 'changeMemberRole' } }),
    params: workspaceParams,
    body: z.object({ userId: idSchema, role: roleSchema }),
    upperCased: ['role'],
    success: { status: 200, body: memberList },
    errors: ['NotFound', 'OwnerLocked', 'Conflict'],
    summary:
      'Changes the role of a member, or the role that an open invitation offers: then `userId` is its id. An unchanged role is 409, the owner is locked.',
    docs: 'docs/product/members.md#changing-roles',
  }),
  remove: endpoint({
    name: 'members.remove',
    method: 'DELETE',
    path: '/workspace/:workspaceId/members',
    access: personWrites({
      workspace: { param: 'workspaceId', act: 'removeMember', whenQuarantined: 'allowed' },
    }),
    params: workspaceParams,
    body: z.object({ email: z.string(messages.required).check(z.minLength(1), z.maxLength(500)) }),
    success: { status: 200, body: memberList },
    errors: ['NotFound', 'OwnerLocked'],
    summary:
      "Removes a member, or withdraws an invitation. The person's tokens and instance sessions end with it.",
    docs: 'docs/product/members.md#removing',
  }),
  access: endpoint({
    name: 'members.access',
    method: 'GET',
    path: '/workspace/:workspaceId/members/:userId/access',
    access: personReads({
      workspace: { param: 'workspaceId', act: 'removeMember', whenQuarantined: 'allowed' },
    }),
    params: z.extend(workspaceParams, { userId: idSchema }),
    success: { status: 200, body: z.object({ tokens: z.array(usedToken) }) },
    errors: ['NotFound'],
    summary:
      'Which tokens and instance sessions of a member would end with a removal, and when they were last used.',
    docs: 'docs/product/members.md#removing',
  }),
  leave: endpoint({
    ...leaving,
    name: 'members.leave',
    method: 'POST',
    summary: 'Leaves a workspace. The owner cannot.',
    docs: 'docs/product/members.md#leaving',
  }),
  leaveByDelete: endpoint({
    ...leaving,
    name: 'members.leaveByDelete',
    method: 'DELETE',
    summary: 'The same as the POST.',
    docs: 'docs/product/members.md#leaving',
  }),
}

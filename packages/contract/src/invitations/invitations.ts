/** Invitations, for invitees and for the members who invite them. See docs/product/invitations.md#inviting. */
import * as z from 'zod/mini'
import { managers, personReads, personWrites } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { memberRights } from '../members/members.ts'
import { workspaceRoles } from '../members/roles.ts'
import { noun } from '../noun.ts'
import { pageQuery } from '../page-query.ts'
import { filledLineOf, idSchema, isoDateTimeSchema } from '../text/text-rules.ts'
import { workspaceParams } from '../workspaces/workspace-params.ts'

export const invitationSchema = z.object({
  id: z.string(),
  workspaceName: z.string(),
  role: z.enum(workspaceRoles),
  invitedBy: z.object({ firstName: z.nullable(z.string()), lastName: z.nullable(z.string()) }),
  sentAt: isoDateTimeSchema,
  expiresAt: isoDateTimeSchema,
})
export type Invitation = z.infer<typeof invitationSchema>

const invitationParams = z.object({ invitationId: idSchema })
const ofWorkspace = z.extend(workspaceParams, { invitationId: idSchema })

export const invitations = {
  mine: endpoint({
    name: 'invitations.mine',
    method: 'GET',
    path: '/invitations',
    access: personReads(),
    query: pageQuery,
    success: { status: 200, body: z.array(invitationSchema) },
    summary: "Lists the pending invitations for the caller's verified email address.",
    docs: 'docs/product/invitations.md#accepting',
  }),
  /** For the page behind the mail's link, even if another user is signed in. */
  byCode: endpoint({
    name: 'invitations.byCode',
    method: 'GET',
    path: '/invitations/by-code/:code',
    access: personReads({ email: 'any' }),
    params: z.object({ code: filledLineOf(100) }),
    success: {
      status: 200,
      body: z.object({
        isForYou: z.boolean(),
        /** The invited address, mostly masked, so that only its owner recognizes it. */
        emailHint: z.string(),
        /** Null unless the caller is the invitee. */
        invitation: z.nullable(invitationSchema),
      }),
    },
    errors: ['NotFound'],
    summary:
      'Returns the invitation behind a link. A caller with another address gets only a hint of the invited one.',
    docs: 'docs/product/invitations.md#accepting',
  }),
  accept: endpoint({
    name: 'invitations.accept',
    method: 'POST',
    path: '/invitations/:invitationId/accept',
    access: personWrites(),
    params: invitationParams,
    success: { status: 200, body: z.object({ workspaceId: z.string() }) },
    errors: ['NotFound', 'WorkspaceQuarantined'],
    summary:
      'Accepts an invitation and makes the caller a member. Requires the invited email address, verified.',
    docs: 'docs/product/invitations.md#accepting',
  }),
  decline: endpoint({
    name: 'invitations.decline',
    method: 'POST',
    path: '/invitations/:invitationId/decline',
    access: personWrites({ terms: 'any' }),
    params: invitationParams,
    success: { status: 204 },
    errors: ['NotFound'],
    summary: 'Declines an invitation.',
    docs: 'docs/product/invitations.md#accepting',
  }),
  resend: endpoint({
    name: 'invitations.resend',
    method: 'POST',
    path: '/workspace/:workspaceId/invitations/:invitationId/resend',
    access: personWrites({
      credentials: managers,
      workspace: { param: 'workspaceId', right: memberRights.inviteMember },
    }),
    params: ofWorkspace,
    rateLimit: 'invitation',
    success: { status: 204 },
    errors: ['NotFound'],
    summary: 'Resends the invitation mail and extends the invitation by 14 days.',
    docs: 'docs/product/invitations.md#lifetime',
  }),
  link: endpoint({
    name: 'invitations.link',
    method: 'POST',
    path: '/workspace/:workspaceId/invitations/:invitationId/link',
    access: personWrites({
      credentials: managers,
      workspace: { param: 'workspaceId', right: memberRights.inviteMember },
    }),
    params: ofWorkspace,
    rateLimit: 'invitation',
    success: { status: 200, body: z.object({ url: z.string() }) },
    errors: ['NotFound'],
    summary: 'Creates a new link to an invitation, to share without email.',
    docs: 'docs/product/invitations.md#lifetime',
  }),
  withdraw: endpoint({
    name: 'invitations.withdraw',
    method: 'DELETE',
    path: '/workspace/:workspaceId/invitations/:invitationId',
    access: personWrites({
      credentials: managers,
      workspace: { param: 'workspaceId', right: memberRights.removeMember, whenQuarantined: 'allowed' },
    }),
    params: ofWorkspace,
    success: { status: 204 },
    errors: ['NotFound'],
    summary: 'Withdraws an invitation.',
    docs: 'docs/product/invitations.md#lifetime',
  }),
}

export const invitationsNoun = noun({
  tag: ['Invitations', 'Invite people to a workspace, and answer invitations.'],
  calls: invitations,
})

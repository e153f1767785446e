/** Invitations as the invited person and the inviting member see them (RULES section 6). */
import * as z from 'zod/mini'
import { personReads, personWrites } from './access.ts'
import { endpoint } from './endpoint.ts'
import { workspaceRoles } from './permissions.ts'
import { idSchema, isoDateTimeSchema } from './text-rules.ts'
import { workspaceParams } from './workspace-params.ts'

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
    success: { status: 200, body: z.array(invitationSchema) },
    summary: "Open invitations of the caller's verified address.",
    docs: 'docs/product/invitations.md#accepting',
  }),
  /** For the page behind the mail's link, also when somebody else is signed in. */
  byCode: endpoint({
    name: 'invitations.byCode',
    method: 'GET',
    path: '/invitations/by-code/:code',
    access: personReads({ email: 'any' }),
    params: z.object({ code: z.string().check(z.minLength(1), z.maxLength(100)) }),
    success: {
      status: 200,
      body: z.object({
        isForYou: z.boolean(),
        /** With most of it hidden, so that the right account can be guessed by who has it. */
        emailHint: z.string(),
        /** Only for the person whom it is for. */
        invitation: z.nullable(invitationSchema),
      }),
    },
    errors: ['NotFound'],
    summary: 'The invitation behind a link. It stays open while another account is signed in.',
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
    summary: 'Becomes a member. Only with the invited, verified address.',
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
    access: personWrites({ workspace: { param: 'workspaceId', act: 'inviteMember' } }),
    params: ofWorkspace,
    rateLimit: 'invitation',
    success: { status: 204 },
    errors: ['NotFound'],
    summary: 'Sends the mail again, with another 14 days.',
    docs: 'docs/product/invitations.md#lifetime',
  }),
  link: endpoint({
    name: 'invitations.link',
    method: 'POST',
    path: '/workspace/:workspaceId/invitations/:invitationId/link',
    access: personWrites({ workspace: { param: 'workspaceId', act: 'inviteMember' } }),
    params: ofWorkspace,
    rateLimit: 'invitation',
    success: { status: 200, body: z.object({ url: z.string() }) },
    errors: ['NotFound'],
    summary: 'A fresh link to the invitation, to hand over by other ways than mail.',
    docs: 'docs/product/invitations.md#lifetime',
  }),
  withdraw: endpoint({
    name: 'invitations.withdraw',
    method: 'DELETE',
    path: '/workspace/:workspaceId/invitations/:invitationId',
    access: personWrites({
      workspace: { param: 'workspaceId', act: 'removeMember', whenQuarantined: 'allowed' },
    }),
    params: ofWorkspace,
    success: { status: 204 },
    errors: ['NotFound'],
    summary: 'Withdraws an invitation.',
    docs: 'docs/product/invitations.md#lifetime',
  }),
}

/** Who did what in a workspace, when and from where: for its owners (RULES section 6). */
import * as z from 'zod/mini'
import { personReads } from './access.ts'
import { endpoint } from './endpoint.ts'
import { pageQuery } from './page-query.ts'
import { isoDateTimeSchema } from './text-rules.ts'
import { workspaceParams } from './workspace-params.ts'

/** What is recorded, in the past tense. */
export const activityActs = [
  'workspace.created',
  'workspace.updated',
  'workspace.deleted',
  'workspace.restored',
  'workspace.quarantined',
  'workspace.unquarantined',
  'workspace.approvals-enabled',
  'workspace.approvals-disabled',
  'member.invited',
  'member.invitation-resent',
  'member.invitation-withdrawn',
  'member.joined',
  'member.declined',
  'member.role-changed',
  'member.removed',
  'member.left',
  'ownership.offered',
  'ownership.offer-withdrawn',
  'ownership.accepted',
  'ownership.declined',
  'token.created',
  'token.renamed',
  'token.revoked',
] as const
export type ActivityAct = (typeof activityActs)[number]

export const activitySchema = z.object({
  id: z.string(),
  at: isoDateTimeSchema,
  act: z.enum(activityActs),
  actor: z.object({
    userId: z.nullable(z.string()),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  /** What it was done to, in words: an address, a token's name, `EDITOR → APPROVER`. */
  subject: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
})
export type Activity = z.infer<typeof activitySchema>

export const activityQuery = z.extend(pageQuery, {
  act: z.optional(z.enum(activityActs)),
  /** Part of the subject, or of the actor's name or address. */
  search: z.optional(z.string().check(z.maxLength(200))),
})

const access = personReads({
  workspace: { param: 'workspaceId', act: 'readActivity', whenQuarantined: 'allowed' },
})

export const activity = {
  list: endpoint({
    name: 'activity.list',
    method: 'GET',
    path: '/workspace/:workspaceId/activity',
    access,
    params: workspaceParams,
    query: activityQuery,
    success: { status: 200, body: z.array(activitySchema) },
    summary: 'The newest first; 100 without `limit`, pages by `after`.',
    docs: 'docs/product/workspaces.md#activity',
  }),
  download: endpoint({
    name: 'activity.download',
    method: 'GET',
    path: '/workspace/:workspaceId/activity.csv',
    access,
    params: workspaceParams,
    query: activityQuery,
    rateLimit: 'download',
    success: { status: 200, media: 'text/csv' },
    summary: 'All of it as CSV. No cell is read as a formula.',
    docs: 'docs/product/workspaces.md#activity',
  }),
}

/** Everything that can act in a workspace, for the members who manage it. See docs/product/access-review.md#list. */
import * as z from 'zod/mini'
import { personReads } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { ownerAndApprover, workspaceRoles } from '../members/roles.ts'
import { noun } from '../noun.ts'
import { pageQuery } from '../page-query.ts'
import { serviceAccountRefSchema } from '../service-accounts/service-accounts.ts'
import { isoDateTimeSchema } from '../text/text-rules.ts'
import { tokenPermissions } from '../tokens/token-schemas.ts'
import { workspaceParams } from '../workspaces/workspace-params.ts'

/** In the order of the list. */
export const actorKinds = ['member', 'serviceAccount', 'token', 'trustRule'] as const
export type ActorKind = (typeof actorKinds)[number]

/** Only an active actor can act. A learning trust rule accepts nothing. */
export const actorStates = ['active', 'paused', 'disabled', 'learning'] as const
export type ActorState = (typeof actorStates)[number]

export const actorSchema = z.object({
  kind: z.enum(actorKinds),
  /** Unique among the actors of the same kind. For a member, the user's id. */
  id: z.string(),
  /** The full name of a member, or their email if they have none. */
  name: z.string(),
  /** The member, or the member that a token acts for. Null for service accounts, their tokens and trust rules. */
  userId: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Null unless the actor is a member. */
  role: z.nullable(z.enum(workspaceRoles)),
  /** Null unless the actor is a token. */
  permission: z.nullable(z.enum(tokenPermissions)),
  /** The service account that a token or trust rule belongs to. */
  serviceAccount: z.nullable(serviceAccountRefSchema),
  state: z.enum(actorStates),
  /** When the actor was created, or the member joined. */
  createdAt: isoDateTimeSchema,
  /** For a member, when they last opened the workspace. Null if the actor was never used. */
  lastUsedAt: z.nullable(isoDateTimeSchema),
  /** The address of the last use of a token. */
  lastUsedIp: z.nullable(z.string()),
  /** Null unless the actor is a token. */
  expiresAt: z.nullable(isoDateTimeSchema),
})
export type Actor = z.infer<typeof actorSchema>

export const accessReviewRights = {
  reviewAccess: ownerAndApprover('Review what can act in the workspace'),
}

const access = personReads({
  workspace: { param: 'workspaceId', right: accessReviewRights.reviewAccess, whenQuarantined: 'allowed' },
})

export const accessReview = {
  list: endpoint({
    name: 'accessReview.list',
    method: 'GET',
    path: '/workspaces/:workspaceId/accessReview',
    access,
    params: workspaceParams,
    query: pageQuery,
    success: { status: 200, body: z.object({ actors: z.array(actorSchema) }) },
    summary:
      'Lists everything that can act in a workspace, with its last use: members, service accounts, API tokens that are neither revoked nor expired, and trust rules. Returns 1,000 rows without `limit`.',
    docs: 'docs/product/access-review.md#list',
  }),
  download: endpoint({
    name: 'accessReview.download',
    method: 'GET',
    path: '/workspaces/:workspaceId/accessReview.csv',
    access,
    params: workspaceParams,
    rateLimit: 'download',
    success: { status: 200, media: 'text/csv' },
    summary: 'Downloads the access review of a workspace as CSV. No cell can run as a formula.',
    docs: 'docs/product/access-review.md#download',
  }),
}

export const accessReviewNoun = noun({
  tag: ['Access review', 'Everything that can act in a workspace, with its last use.'],
  calls: accessReview,
  rights: accessReviewRights,
})

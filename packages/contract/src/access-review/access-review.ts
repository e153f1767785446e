/** Everything that can act in a workspace, for the members who manage it, and their sign-offs. See docs/product/access-review.md#list. */
import * as z from 'zod/mini'
import { personReads, personWrites } from '../access.ts'
import { dayMs } from '../durations.ts'
import { endpoint } from '../endpoint.ts'
import { workspaceRoles } from '../members/roles.ts'
import { limit, noun } from '../noun.ts'
import { pageQuery } from '../page-query.ts'
import { serviceAccountRefSchema } from '../service-accounts/service-accounts.ts'
import { idSchema, isoDateTimeSchema } from '../text/text-rules.ts'
import { tokenPermissions } from '../tokens/token-schemas.ts'
import { workspaceParams } from '../workspaces/workspace-params.ts'
import { accessReviewRights } from './access-review-rights.ts'

/** In the order of the list. */
export const actorKinds = ['member', 'serviceAccount', 'token', 'trustRule', 'webhook'] as const
export type ActorKind = (typeof actorKinds)[number]

/** What a review covers: the actors, and the invitations that are open or have expired. In the order of the CSV file. */
export const reviewedKinds = [
  'member',
  'invitation',
  'serviceAccount',
  'token',
  'trustRule',
  'webhook',
] as const
export type ReviewedKind = (typeof reviewedKinds)[number]

/**
 * A failing webhook still receives events. All other actors that aren't active can't act: a learning trust rule accepts nothing, and an
 * unconfirmed webhook waits for the new owner.
 */
export const actorStates = ['active', 'paused', 'disabled', 'learning', 'failing', 'unconfirmed'] as const
export type ActorState = (typeof actorStates)[number]

export const actorSchema = z.object({
  kind: z.enum(actorKinds),
  /** Unique among the actors of the same kind. For a member, the user's id. */
  id: z.string(),
  /** The full name of a member, or their email if they have none. The host of a webhook, with its description. */
  name: z.string(),
  /** The member, or the member that a token acts for. Null for other actors. */
  userId: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Null unless the actor is a member. */
  role: z.nullable(z.enum(workspaceRoles)),
  /** Null unless the actor is a token. */
  permission: z.nullable(z.enum(tokenPermissions)),
  /** The service account that a token or trust rule belongs to. */
  serviceAccount: z.nullable(serviceAccountRefSchema),
  /** The user who created a service account, one of its tokens, a trust rule or a webhook, and may have left. Null for other actors. */
  createdBy: z.nullable(z.object({ userId: z.string(), email: z.string() })),
  state: z.enum(actorStates),
  /** When the actor was created, or the member joined. */
  createdAt: isoDateTimeSchema,
  /** For a member, when they last opened the workspace. For a webhook, when its server last accepted an event, within 30 days. */
  lastUsedAt: z.nullable(isoDateTimeSchema),
  /** The address of the last use of a token. */
  lastUsedIp: z.nullable(z.string()),
  /** Null unless the actor is a token. */
  expiresAt: z.nullable(isoDateTimeSchema),
})
export type Actor = z.infer<typeof actorSchema>

export const unusedAfterDays = 90

/**
 * Whether an actor was last used 90 days ago or earlier. A use by a member is opening the workspace. An actor that was never used
 * counts as unused 90 days after it was created or joined. False for invitations, which can't act, and for webhooks, whose
 * deliveries are only kept for 30 days.
 */
export const isUnused = (
  { kind, lastUsedAt, createdAt }: Pick<Actor, 'lastUsedAt' | 'createdAt'> & { kind: ReviewedKind },
  now: Date,
): boolean =>
  kind !== 'invitation' &&
  kind !== 'webhook' &&
  now.getTime() - Date.parse(lastUsedAt ?? createdAt) >= unusedAfterDays * dayMs

export const signOffCountsSchema = z.object({
  members: z.number(),
  invitations: z.number(),
  serviceAccounts: z.number(),
  tokens: z.number(),
  trustRules: z.number(),
  webhooks: z.number(),
})
export type SignOffCounts = z.infer<typeof signOffCountsSchema>

/** Counts what a review covers. */
export function countReviewed(rows: readonly { kind: ReviewedKind }[]): SignOffCounts {
  const count = (kind: ReviewedKind) => rows.filter((row) => row.kind === kind).length
  return {
    members: count('member'),
    invitations: count('invitation'),
    serviceAccounts: count('serviceAccount'),
    tokens: count('token'),
    trustRules: count('trustRule'),
    webhooks: count('webhook'),
  }
}

export const signOffSchema = z.object({
  id: z.string(),
  at: isoDateTimeSchema,
  /** As it was at the sign-off. Name and email are null once the account is erased. */
  by: z.object({ userId: z.string(), name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  /** What the evidence contains. */
  entries: signOffCountsSchema,
})
export type SignOff = z.infer<typeof signOffSchema>

export const reviewIntervals = ['quarter', 'year'] as const
export type ReviewInterval = (typeof reviewIntervals)[number]

export const reviewReminderSchema = z.object({
  /** Null while there is no reminder. */
  every: z.nullable(z.enum(reviewIntervals)),
  /** Null while there is no reminder. */
  nextReviewAt: z.nullable(isoDateTimeSchema),
})
export type ReviewReminder = z.infer<typeof reviewReminderSchema>

const { reviewAccess, setReviewReminder } = accessReviewRights
const access = personReads({
  workspace: { param: 'workspaceId', right: reviewAccess, whenQuarantined: 'allowed' },
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
      'Lists everything that can act in a workspace, with its last use: members, service accounts, API tokens that are neither revoked nor expired, trust rules and webhooks. Returns 1,000 rows without `limit`.',
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
    summary:
      'Downloads the access review of a workspace as CSV, with the open and the expired invitations. No cell can run as a formula.',
    docs: 'docs/product/access-review.md#download',
  }),
  signOff: endpoint({
    name: 'accessReview.signOff',
    method: 'POST',
    path: '/workspaces/:workspaceId/accessReview/signOffs',
    access: personWrites({ workspace: { param: 'workspaceId', right: reviewAccess } }),
    params: workspaceParams,
    isIdempotent: true,
    success: { status: 200, body: z.object({ signOff: signOffSchema }) },
    errors: ['LimitReached'],
    summary:
      'Signs the access review off, and keeps the list as it is at that moment as evidence. `entries` counts what it contains.',
    docs: 'docs/product/access-review.md#sign-off',
  }),
  listSignOffs: endpoint({
    name: 'accessReview.listSignOffs',
    method: 'GET',
    path: '/workspaces/:workspaceId/accessReview/signOffs',
    access,
    params: workspaceParams,
    query: pageQuery,
    success: {
      status: 200,
      body: z.object({ signOffs: z.array(signOffSchema), reminder: reviewReminderSchema }),
    },
    summary:
      'Lists the sign-offs of the access review, newest first, with the reminder. Returns 1,000 rows without `limit`.',
    docs: 'docs/product/access-review.md#sign-off',
  }),
  downloadSignOff: endpoint({
    name: 'accessReview.downloadSignOff',
    method: 'GET',
    path: '/workspaces/:workspaceId/accessReview/signOffs/:signOffId/evidence.csv',
    access,
    params: z.extend(workspaceParams, { signOffId: idSchema }),
    rateLimit: 'download',
    success: { status: 200, media: 'text/csv' },
    errors: ['NotFound'],
    summary:
      'Downloads the evidence of a sign-off as CSV: the access review as it was at that moment. No cell can run as a formula.',
    docs: 'docs/product/access-review.md#sign-off',
  }),
  setReminder: endpoint({
    name: 'accessReview.setReminder',
    method: 'PUT',
    path: '/workspaces/:workspaceId/accessReview/reminder',
    access: personWrites({ workspace: { param: 'workspaceId', right: setReviewReminder } }),
    params: workspaceParams,
    body: z.object({ every: z.nullable(z.enum(reviewIntervals)) }),
    success: { status: 200, body: z.object({ reminder: reviewReminderSchema }) },
    summary:
      'Chooses whether the owner and the approvers get an email when a review is due: every quarter, every year, or never with null.',
    docs: 'docs/product/access-review.md#reminder',
  }),
}

export const accessReviewNoun = noun({
  tag: [
    'Access review',
    'Everything that can act in a workspace or receives its events, with its last use, and who has reviewed it.',
  ],
  calls: accessReview,
  rights: accessReviewRights,
  events: {
    'access-review.signed-off': ['Signed off the access review', '12 entries'],
    'access-review.reminder-changed': ['Changed the reminder of the access review', 'Every quarter'],
  },
  limits: {
    signOffsOfWorkspace: limit(
      10,
      'sign-offs of the access review of a workspace in 24 hours',
      (most) =>
        `The access review of this workspace was signed off ${most} times in 24 hours, which is the limit. Try again tomorrow.`,
    ),
  },
})

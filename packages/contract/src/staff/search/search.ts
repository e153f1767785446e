/** Staff calls that find an account or a workspace and report about it. See docs/product/staff.md#look-ups. */
import * as z from 'zod/mini'
import { userParams } from '../../account/account.ts'
import { activeSubscriptionSchema } from '../../billing/billing.ts'
import { endpoint } from '../../endpoint.ts'
import { adminCreationFieldMaxLength, emailMaxLength } from '../../limits.ts'
import { workspaceRoles } from '../../members/roles.ts'
import { noun } from '../../noun.ts'
import { filledLineOf, isoDateTimeSchema, isTooLong, lineOf } from '../../text/text-rules.ts'
import { webhookSchema } from '../../webhooks/webhooks.ts'
import { workspaceParams } from '../../workspaces/workspace-params.ts'
import { reportedPerson, staffReads, userRecordSchema } from '../staff-calls.ts'

/** A quarantine or suspension as staff see it. Null if there is none. */
const pause = z.nullable(
  z.object({
    since: isoDateTimeSchema,
    until: z.nullable(isoDateTimeSchema),
    reason: z.nullable(z.string()),
    /** Null if the billing rule paused the account. */
    byEmail: z.nullable(z.string()),
  }),
)

const credential = {
  id: z.string(),
  createdAt: isoDateTimeSchema,
  lastUsedAt: z.nullable(isoDateTimeSchema),
  ipAddress: z.nullable(z.string()),
}

export const personReportSchema = z.object({
  user: z.extend(userRecordSchema, {
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    nickname: z.nullable(z.string()),
    emailVerified: z.boolean(),
    githubUsername: z.nullable(z.string()),
    discordUsername: z.nullable(z.string()),
    signupAt: isoDateTimeSchema,
    agreedTosVersionId: z.nullable(z.string()),
    deletedAt: z.nullable(isoDateTimeSchema),
  }),
  quarantine: pause,
  suspension: pause,
  identities: z.array(
    z.object({
      subject: z.string(),
      email: z.string(),
      isEmailVerified: z.boolean(),
      createdAt: isoDateTimeSchema,
      lastSignInAt: isoDateTimeSchema,
    }),
  ),
  /** At most 200, most recently joined first. */
  workspaces: z.array(
    z.object({
      id: z.string(),
      displayName: z.string(),
      role: z.enum(workspaceRoles),
      instanceUrl: z.string(),
      quarantinedAt: z.nullable(isoDateTimeSchema),
    }),
  ),
  workspaceCount: z.number(),
  /** Active sessions only. */
  sessions: z.array(z.object({ ...credential, userAgent: z.nullable(z.string()) })),
  /** Active API tokens and instance sessions, at most 200. */
  tokens: z.array(
    z.object({
      ...credential,
      kind: z.enum(['instance', 'api']),
      name: z.string(),
      workspaceId: z.string(),
      workspaceName: z.string(),
      expiresAt: isoDateTimeSchema,
    }),
  ),
  /** How much the user would leave behind: open invitations, service accounts' tokens with a known secret, and trust rules. */
  leftBehind: z.object({ invitations: z.number(), shownTokens: z.number(), trustRules: z.number() }),
  /** When the account was handed to the owner of its address, if staff can still undo it. */
  handedOverAt: z.nullable(isoDateTimeSchema),
  billing: z.object({
    activeSubscription: z.nullable(activeSubscriptionSchema),
    paymentDetailsSet: z.boolean(),
    customerId: z.nullable(z.string()),
    unpaidSince: z.nullable(isoDateTimeSchema),
  }),
})
export type PersonReport = z.infer<typeof personReportSchema>

export const workspaceReportSchema = z.object({
  workspace: z.object({
    id: z.string(),
    displayName: z.string(),
    description: z.nullable(z.string()),
    instanceUrl: z.string(),
    instanceEnvType: z.enum(['SI', 'PRIVATE', 'LOCAL']),
    approvalsEnabled: z.boolean(),
    createdAt: isoDateTimeSchema,
    deletedAt: z.nullable(isoDateTimeSchema),
  }),
  quarantine: pause,
  owner: reportedPerson,
  /** At most 200, owner first, then by email. */
  members: z.array(z.object({ userId: z.string(), email: z.string(), role: z.enum(workspaceRoles) })),
  memberCount: z.number(),
  /** Active API tokens, at most 200. */
  tokens: z.array(
    z.object({ ...credential, name: z.string(), expiresAt: isoDateTimeSchema, creatorEmail: z.string() }),
  ),
  /** Contains only the host of the URL, because the rest can contain a secret. */
  webhooks: z.array(
    z.extend(
      z.pick(webhookSchema, {
        id: true,
        createdAt: true,
        disabledReason: true,
        disabledAt: true,
        failingSince: true,
      }),
      { host: z.string() },
    ),
  ),
})
export type WorkspaceReport = z.infer<typeof workspaceReportSchema>

/** At most 20 of each kind. Tokens are found by id only. */
export const searchResultSchema = z.object({
  people: z.array(
    z.extend(userRecordSchema, {
      firstName: z.nullable(z.string()),
      lastName: z.nullable(z.string()),
      nickname: z.nullable(z.string()),
      deletedAt: z.nullable(isoDateTimeSchema),
    }),
  ),
  workspaces: z.array(
    z.object({ id: z.string(), displayName: z.string(), instanceUrl: z.string(), ownerEmail: z.string() }),
  ),
  tokens: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(['instance', 'api']),
      userId: z.string(),
      email: z.string(),
      workspaceId: z.string(),
      workspaceName: z.string(),
      isActive: z.boolean(),
    }),
  ),
})
export type SearchResult = z.infer<typeof searchResultSchema>

const searchTextSchema = lineOf(emailMaxLength).check(
  z.refine((text) => isTooLong(text, 1), 'Enter at least 2 characters'),
)

export const workspaceOwnerSchema = z.object({
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  displayName: z.string(),
  instanceUrl: z.string(),
})

export const staffSearch = {
  listByEmail: endpoint({
    name: 'staffSearch.listByEmail',
    action: 'GET_USERS_FOR_EMAIL',
    method: 'GET',
    path: '/users/by-email',
    access: staffReads,
    query: z.object({ email: filledLineOf(adminCreationFieldMaxLength) }),
    success: { status: 200, body: z.array(userRecordSchema) },
    summary:
      'Lists every account with an email address, ignoring case. The list may be empty or have several rows. The look-up is recorded.',
    docs: 'docs/product/staff.md#look-ups',
  }),
  search: endpoint({
    name: 'staffSearch.search',
    method: 'GET',
    path: '/staff/search',
    access: staffReads,
    query: z.object({ text: searchTextSchema }),
    success: { status: 200, body: searchResultSchema },
    summary:
      'Searches users, workspaces and tokens by id, or by the start of an email address or a name, ignoring case. Includes deleted accounts until they are erased. The search is recorded.',
    docs: 'docs/product/staff.md#look-ups',
  }),
  readPerson: endpoint({
    name: 'staffSearch.readPerson',
    method: 'GET',
    path: '/staff/people/:userId',
    access: staffReads,
    params: userParams,
    success: { status: 200, body: personReportSchema },
    errors: ['NotFound'],
    summary: 'Returns the staff report about one account, including a deleted one. The look-up is recorded.',
    docs: 'docs/product/staff.md#person-and-workspace-pages',
  }),
  readWorkspace: endpoint({
    name: 'staffSearch.readWorkspace',
    method: 'GET',
    path: '/staff/workspaces/:workspaceId',
    access: staffReads,
    params: workspaceParams,
    success: { status: 200, body: workspaceReportSchema },
    errors: ['NotFound'],
    summary:
      'Returns the staff report about one workspace, including a deleted one. The look-up is recorded.',
    docs: 'docs/product/staff.md#person-and-workspace-pages',
  }),
  readWorkspaceOwner: endpoint({
    name: 'staffSearch.readWorkspaceOwner',
    action: 'GET_WORKSPACE_OWNER',
    method: 'GET',
    path: '/workspaces/admin-lookup/:workspaceId',
    access: staffReads,
    params: workspaceParams,
    success: { status: 200, body: workspaceOwnerSchema },
    errors: ['NotFound'],
    summary: 'Returns the owner of a workspace. The look-up is recorded.',
    docs: 'docs/product/staff.md#look-ups',
  }),
}

export const staffSearchNoun = noun({
  tag: ['Staff: search', 'Find accounts, workspaces and tokens.'],
  calls: staffSearch,
})

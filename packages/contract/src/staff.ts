/**
 * Staff calls: one search, a report per user and workspace, and the records of what staff looked up and did. Records are
 * immutable, and the user they are about can read them. See docs/product/staff.md#records.
 */
import * as z from 'zod/mini'
import { personReads } from './access.ts'
import { userParams } from './account.ts'
import { activeSubscriptionSchema } from './billing.ts'
import { endpoint } from './endpoint.ts'
import { emailMaxLength } from './limits.ts'
import { pageQuery } from './page-query.ts'
import { staffReads, staffWrites, userRecordSchema } from './people.ts'
import { workspaceRoles } from './permissions.ts'
import { givenReasonSchema, idSchema, isoDateTimeSchema, isTooLong, lineOf } from './text-rules.ts'
import { workspaceParams } from './workspace-params.ts'

/** Actions by staff. The prefix `looked-up.` marks look-ups. */
export const staffActs = [
  'person.quarantined',
  'person.unquarantined',
  'person.suspended',
  'person.unsuspended',
  'person.restored',
  'person.sessions-ended',
  'person.tokens-revoked',
  'workspace.provisioned',
  'workspace.quarantined',
  'workspace.unquarantined',
  'record.withheld',
  'looked-up.person',
  'looked-up.people-of-address',
  'looked-up.workspace',
  'looked-up.workspace-owner',
  'looked-up.search',
  'looked-up.signup-report',
  'looked-up.paused-accounts',
  'looked-up.quarantined-workspaces',
  'looked-up.staff-log',
] as const
export type StaffAct = (typeof staffActs)[number]

const person = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
})

export const staffRecordSchema = z.object({
  id: z.string(),
  at: isoDateTimeSchema,
  act: z.enum(staffActs),
  /** Null for automatic acts: the end of a pause, a suspension for an unpaid invoice. */
  staff: z.nullable(person),
  aboutUser: z.nullable(person),
  aboutWorkspace: z.nullable(z.object({ id: z.string(), displayName: z.nullable(z.string()) })),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  reason: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  /** Why this look-up is hidden from the user it is about. Null if it is not hidden. */
  withheldReason: z.nullable(z.string()),
})
export type StaffRecord = z.infer<typeof staffRecordSchema>

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
  owner: person,
  /** At most 200, owner first, then by e-mail. */
  members: z.array(z.object({ userId: z.string(), email: z.string(), role: z.enum(workspaceRoles) })),
  memberCount: z.number(),
  /** Active API tokens, at most 200. */
  tokens: z.array(
    z.object({ ...credential, name: z.string(), expiresAt: isoDateTimeSchema, creatorEmail: z.string() }),
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

/** An action or look-up by staff, as the user it is about sees it. It omits the staff member and their IP address. */
export const staffAccessSchema = z.object({
  id: z.string(),
  at: isoDateTimeSchema,
  act: z.enum(staffActs),
  reason: z.nullable(z.string()),
})
export type StaffAccess = z.infer<typeof staffAccessSchema>

const searchTextSchema = lineOf(emailMaxLength).check(
  z.refine((text) => isTooLong(text, 1), 'Enter at least 2 characters'),
)

export const staff = {
  search: endpoint({
    name: 'staff.search',
    method: 'GET',
    path: '/staff/search',
    access: staffReads,
    query: z.object({ text: searchTextSchema }),
    success: { status: 200, body: searchResultSchema },
    summary:
      'Searches users, workspaces and tokens by id, or by the start of an e-mail address or a name, ignoring case. The search is recorded.',
    docs: 'docs/product/staff.md#look-ups',
  }),
  readPerson: endpoint({
    name: 'staff.readPerson',
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
    name: 'staff.readWorkspace',
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
  listRecords: endpoint({
    name: 'staff.listRecords',
    method: 'GET',
    path: '/staff/records',
    access: staffReads,
    query: z.extend(pageQuery, {
      act: z.optional(z.enum(staffActs)),
      staffUserId: z.optional(idSchema),
      aboutUserId: z.optional(idSchema),
      aboutWorkspaceId: z.optional(idSchema),
      /** The start of an e-mail address: of the staff member or of the user it is about. */
      search: z.optional(lineOf(emailMaxLength)),
    }),
    success: { status: 200, body: z.array(staffRecordSchema) },
    summary:
      'Lists look-ups and actions by staff, newest first. The read is recorded once an hour. Returns 100 records without `limit`; `after` is the id of the last record of the previous page.',
    docs: 'docs/product/staff.md#records',
  }),
  withhold: endpoint({
    name: 'staff.withhold',
    method: 'POST',
    path: '/staff/records/:recordId/withhold',
    access: staffWrites,
    params: z.object({ recordId: idSchema }),
    body: z.object({ reason: givenReasonSchema }),
    success: { status: 204 },
    errors: ['NotFound', 'Conflict'],
    summary: 'Hides a look-up from the user it is about, for a recorded reason. Actions cannot be hidden.',
    docs: 'docs/product/staff.md#records',
  }),
  listAccess: endpoint({
    name: 'staff.listAccess',
    method: 'GET',
    path: '/users/:userId/staff-access',
    access: personReads({ self: 'userId', email: 'any' }),
    params: userParams,
    query: pageQuery,
    success: { status: 200, body: z.array(staffAccessSchema) },
    summary:
      'Lists actions by staff on the caller, which appear immediately, and look-ups, which appear after 30 days unless withheld. Newest first.',
    docs: 'docs/product/staff.md#records',
  }),
}

/**
 * What staff look into: one search, a page for each person and workspace, and the record of what staff looked up and
 * did, which nobody can change and the person it is about can read (SPEC section 2; RULES sections 4 and 9).
 */
import * as z from 'zod/mini'
import { personReads, personWrites } from './access.ts'
import { userParams } from './account.ts'
import { activeSubscriptionSchema } from './billing.ts'
import { endpoint } from './endpoint.ts'
import { pageQuery } from './page-query.ts'
import { staffReads, userRecordSchema } from './people.ts'
import { workspaceRoles } from './permissions.ts'
import { idSchema, isoDateTimeSchema } from './text-rules.ts'
import { workspaceParams } from './workspace-params.ts'

/** What staff did, or, behind `looked-up.`, only looked at. */
export const staffActs = [
  'person.quarantined',
  'person.unquarantined',
  'person.suspended',
  'person.unsuspended',
  'person.restored',
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
  /** Null for what happened by itself: the end of a pause, an invoice that stayed unpaid. */
  staff: z.nullable(person),
  aboutUser: z.nullable(person),
  aboutWorkspace: z.nullable(z.object({ id: z.string(), displayName: z.nullable(z.string()) })),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  reason: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  /** Why the person it is about does not see this look-up; null when they do, or will. */
  withheldReason: z.nullable(z.string()),
})
export type StaffRecord = z.infer<typeof staffRecordSchema>

/** A pause as staff see it; null when there is none. */
const pause = z.nullable(
  z.object({
    since: isoDateTimeSchema,
    until: z.nullable(isoDateTimeSchema),
    reason: z.nullable(z.string()),
    /** Null for a rule of billing's. */
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
  /** At most 200, the last joined first. */
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
  /** Those that have not ended. */
  sessions: z.array(z.object({ ...credential, userAgent: z.nullable(z.string()) })),
  /** Working API tokens and instance sessions, at most 200. */
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
  /** At most 200, the owner first, then by e-mail. */
  members: z.array(z.object({ userId: z.string(), email: z.string(), role: z.enum(workspaceRoles) })),
  memberCount: z.number(),
  /** Working API tokens, at most 200. */
  tokens: z.array(
    z.object({ ...credential, name: z.string(), expiresAt: isoDateTimeSchema, creatorEmail: z.string() }),
  ),
})
export type WorkspaceReport = z.infer<typeof workspaceReportSchema>

/** At most 20 of each kind. A token is found by its id alone. */
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

/** What staff did about a person, or looked up, as that person reads it. Not from where. */
export const staffAccessSchema = z.object({
  id: z.string(),
  at: isoDateTimeSchema,
  act: z.enum(staffActs),
  reason: z.nullable(z.string()),
})
export type StaffAccess = z.infer<typeof staffAccessSchema>

export const staff = {
  search: endpoint({
    name: 'staff.search',
    method: 'GET',
    path: '/staff/search',
    access: staffReads,
    query: z.object({ text: z.string().check(z.minLength(2), z.maxLength(254)) }),
    success: { status: 200, body: searchResultSchema },
    summary:
      'People, workspaces and tokens by id, or by the beginning of an address or a name, whatever its case. Recorded.',
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
    summary: 'All that staff need of one account, deleted ones included. Recorded.',
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
    summary: 'All that staff need of one workspace, deleted ones included. Recorded.',
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
      /** The beginning of an address of staff, or of the person it is about. */
      search: z.optional(z.string().check(z.maxLength(254))),
    }),
    success: { status: 200, body: z.array(staffRecordSchema) },
    summary: 'What staff looked up and did, the newest first; 100 without `limit`, pages by `after`, an id.',
    docs: 'docs/product/staff.md#records',
  }),
  withhold: endpoint({
    name: 'staff.withhold',
    method: 'POST',
    path: '/staff/records/:recordId/withhold',
    access: personWrites({ staff: true }),
    params: z.object({ recordId: idSchema }),
    body: z.object({
      reason: z.string().check(
        z.maxLength(1_000),
        z.refine((text) => text.trim() !== '', 'This field is required'),
      ),
    }),
    success: { status: 204 },
    errors: ['NotFound', 'Conflict'],
    summary:
      'Keeps a look-up from the person it is about, with a reason that is recorded. Acts cannot be withheld.',
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
      'What staff did about the caller, at once, and what they looked up, after 30 days unless withheld; the newest first.',
    docs: 'docs/product/staff.md#records',
  }),
}

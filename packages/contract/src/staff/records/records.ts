/**
 * The records of what staff looked up and did. Records are immutable, and the user they are about can read them. See
 * docs/product/staff.md#records.
 */
import * as z from 'zod/mini'
import { personReads } from '../../access.ts'
import { userParams } from '../../account/account.ts'
import { endpoint } from '../../endpoint.ts'
import { emailMaxLength, logPageDefaultSize } from '../../limits.ts'
import { noun } from '../../noun.ts'
import { pageQuery } from '../../page-query.ts'
import { givenReasonSchema, idSchema, isoDateTimeSchema, lineOf } from '../../text/text-rules.ts'
import { reportedPerson, staffReads, staffWrites } from '../staff-calls.ts'

/** Actions by staff. The prefix `looked-up.` marks look-ups. */
export const staffActs = [
  'person.quarantined',
  'person.unquarantined',
  'person.suspended',
  'person.unsuspended',
  'person.restored',
  'person.sessions-ended',
  'person.tokens-revoked',
  'person.join-undone',
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

export const staffRecordSchema = z.object({
  id: z.string(),
  at: isoDateTimeSchema,
  act: z.enum(staffActs),
  /** Null for automatic actions: the end of a pause, a suspension for an unpaid invoice. */
  staff: z.nullable(reportedPerson),
  aboutUser: z.nullable(reportedPerson),
  aboutWorkspace: z.nullable(z.object({ id: z.string(), displayName: z.nullable(z.string()) })),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  reason: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  /** Why this look-up is hidden from the user it is about. Null if it is not hidden. */
  withheldReason: z.nullable(z.string()),
})
export type StaffRecord = z.infer<typeof staffRecordSchema>

/** An action or look-up by staff, as the user it is about sees it. It omits the staff member and their IP address. */
export const staffAccessSchema = z.object({
  id: z.string(),
  at: isoDateTimeSchema,
  act: z.enum(staffActs),
  reason: z.nullable(z.string()),
})
export type StaffAccess = z.infer<typeof staffAccessSchema>

export const staffRecords = {
  list: endpoint({
    name: 'staffRecords.list',
    method: 'GET',
    path: '/staff/records',
    access: staffReads,
    query: z.extend(pageQuery, {
      act: z.optional(z.enum(staffActs)),
      kind: z.optional(z.enum(['action'])),
      staffUserId: z.optional(idSchema),
      aboutUserId: z.optional(idSchema),
      aboutWorkspaceId: z.optional(idSchema),
      /** The start of an email address: of the staff member or of the user it is about. */
      search: z.optional(lineOf(emailMaxLength)),
    }),
    success: { status: 200, body: z.array(staffRecordSchema) },
    summary: `Lists look-ups and actions by staff, newest first. The read is recorded once an hour. Returns ${logPageDefaultSize} records without \`limit\`.`,
    docs: 'docs/product/staff.md#records',
  }),
  withhold: endpoint({
    name: 'staffRecords.withhold',
    method: 'POST',
    path: '/staff/records/:recordId/withhold',
    access: staffWrites,
    params: z.object({ recordId: idSchema }),
    body: z.object({ reason: givenReasonSchema }),
    success: { status: 204 },
    errors: ['NotFound', 'Conflict'],
    summary:
      'Hides a look-up from the user it is about, for a recorded reason of at least 10 characters. Actions cannot be hidden. Returns 409 to the staff member who made the look-up.',
    docs: 'docs/product/staff.md#records',
  }),
  listAccess: endpoint({
    name: 'staffRecords.listAccess',
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

export const staffRecordsNoun = noun({
  tag: ['Staff: records', 'What staff did and looked up.'],
  calls: staffRecords,
})

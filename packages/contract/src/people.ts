/** Staff calls about accounts. See docs/product/staff.md#quarantine-and-suspension. */
import * as z from 'zod/mini'
import { personReads, personWrites } from './access.ts'
import { userParams } from './account.ts'
import { endpoint } from './endpoint.ts'
import { adminCreationFieldMaxLength, emailMaxLength, timestampMaxLength } from './limits.ts'
import { pageQuery } from './page-query.ts'
import {
  daySchema,
  filledLineOf,
  isoDateTimeSchema,
  lineOf,
  pauseEndSchema,
  reasonSchema,
} from './text-rules.ts'

/** An account in a staff look-up. */
export const userRecordSchema = z.object({
  id: z.string(),
  auth0Id: z.nullable(z.string()),
  email: z.string(),
  quarantinedAt: z.nullable(isoDateTimeSchema),
  suspendedAt: z.nullable(isoDateTimeSchema),
})
export type UserRecord = z.infer<typeof userRecordSchema>

/** A paused account in a list. `byEmail` is null if the billing rule paused it. */
const pauseFacts = {
  userId: z.string(),
  email: z.string(),
  reason: z.nullable(z.string()),
  until: z.nullable(isoDateTimeSchema),
  byEmail: z.nullable(z.string()),
}
export const quarantinedPersonSchema = z.object({ ...pauseFacts, quarantinedAt: isoDateTimeSchema })
export type QuarantinedPerson = z.infer<typeof quarantinedPersonSchema>
export const suspendedPersonSchema = z.object({ ...pauseFacts, suspendedAt: isoDateTimeSchema })
export type SuspendedPerson = z.infer<typeof suspendedPersonSchema>

/** A row of the signup report. The method is the part of the sign-in id before the bar. */
export const signupSchema = z.object({
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  signupMethod: z.nullable(z.string()),
  discordUsername: z.nullable(z.string()),
  githubUsername: z.nullable(z.string()),
  signupAt: isoDateTimeSchema,
})
export type Signup = z.infer<typeof signupSchema>

/** Whole UTC days, inclusive. An ISO timestamp counts as its UTC day. */
const reportDays = { startDate: daySchema, endDate: daySchema }

export const signupSummarySchema = z.object({
  total: z.number(),
  byMethod: z.array(z.object({ signupMethod: z.nullable(z.string()), count: z.number() })),
  /** Every day of the range, including days without signups. At most 731, earliest first. */
  byDay: z.array(z.object({ day: z.string(), count: z.number() })),
})
export type SignupSummary = z.infer<typeof signupSummarySchema>

/** Every write by staff needs a fresh sign-in. */
export const staffWrites = personWrites({ staff: true, freshSignIn: true })
export const staffReads = personReads({ staff: true })

export const people = {
  setQuarantine: endpoint({
    name: 'people.setQuarantine',
    action: 'SET_USER_QUARANTINE',
    method: 'PATCH',
    path: '/users/:userId/quarantine',
    access: staffWrites,
    params: userParams,
    body: z.object({ isQuarantined: z.boolean(), reason: reasonSchema, until: pauseEndSchema }),
    success: { status: 200, body: z.object({ user: userRecordSchema }) },
    errors: ['NotFound', 'Conflict'],
    summary:
      'Quarantines an account for suspicious activity, or ends the quarantine. Staff cannot quarantine themselves.',
    docs: 'docs/product/staff.md#quarantine-and-suspension',
  }),
  setSuspension: endpoint({
    name: 'people.setSuspension',
    action: 'SET_USER_SUSPENSION',
    method: 'PATCH',
    path: '/users/:userId/suspend',
    access: staffWrites,
    params: userParams,
    body: z.object({ isSuspended: z.boolean(), reason: reasonSchema, until: pauseEndSchema }),
    success: { status: 200, body: z.object({ user: userRecordSchema }) },
    errors: ['NotFound', 'Conflict'],
    summary: 'Suspends an account pending payment, or ends the suspension. Staff cannot suspend themselves.',
    docs: 'docs/product/staff.md#quarantine-and-suspension',
  }),
  restore: endpoint({
    name: 'people.restore',
    method: 'POST',
    path: '/users/:userId/restore',
    access: staffWrites,
    params: userParams,
    body: z.object({ reason: reasonSchema }),
    success: { status: 200, body: z.object({ user: userRecordSchema }) },
    errors: ['NotFound', 'Conflict'],
    summary:
      'Restores an account deleted at most 30 days ago, with the workspaces that were deleted with it.',
    docs: 'docs/product/account.md#deleting-the-account',
  }),
  endSessions: endpoint({
    name: 'people.endSessions',
    method: 'POST',
    path: '/users/:userId/end-sessions',
    access: staffWrites,
    params: userParams,
    body: z.object({ reason: reasonSchema }),
    success: { status: 200, body: z.object({ endedCount: z.number() }) },
    errors: ['NotFound', 'Conflict'],
    summary:
      'Ends every session of an account: in browsers, in command-line tools and on instances. API tokens continue to work. Staff cannot end their own sessions with this call.',
    docs: 'docs/product/staff.md#sessions-and-tokens',
  }),
  revokeTokens: endpoint({
    name: 'people.revokeTokens',
    method: 'POST',
    path: '/users/:userId/revoke-tokens',
    access: staffWrites,
    params: userParams,
    body: z.object({ reason: reasonSchema }),
    success: { status: 200, body: z.object({ revokedCount: z.number() }) },
    errors: ['NotFound', 'Conflict'],
    summary:
      'Revokes every API token that acts for a user. Tokens of service accounts continue to work. Staff cannot revoke their own tokens with this call.',
    docs: 'docs/product/staff.md#sessions-and-tokens',
  }),
  listByEmail: endpoint({
    name: 'people.listByEmail',
    action: 'GET_USERS_FOR_EMAIL',
    method: 'GET',
    path: '/users/by-email',
    access: staffReads,
    query: z.object({ email: filledLineOf(adminCreationFieldMaxLength) }),
    success: { status: 200, body: z.array(userRecordSchema) },
    summary:
      'Lists every account with an e-mail address, ignoring case. The list may be empty or have several rows. The look-up is recorded.',
    docs: 'docs/product/staff.md#look-ups',
  }),
  listQuarantined: endpoint({
    name: 'people.listQuarantined',
    action: 'GET_QUARANTINED_USERS',
    method: 'GET',
    path: '/users/quarantined',
    access: staffReads,
    query: pageQuery,
    success: { status: 200, body: z.array(quarantinedPersonSchema) },
    summary:
      'Lists the quarantined accounts, most recent first. Returns all without `limit`. `after` is the `quarantinedAt` and user id of the last row of the previous page, joined by a comma.',
    docs: 'docs/product/staff.md#quarantine-and-suspension',
  }),
  listSuspended: endpoint({
    name: 'people.listSuspended',
    action: 'GET_SUSPENDED_USERS',
    method: 'GET',
    path: '/users/suspended',
    access: staffReads,
    query: pageQuery,
    success: { status: 200, body: z.array(suspendedPersonSchema) },
    summary:
      'Lists the suspended accounts, most recent first. Returns all without `limit`. `after` is the `suspendedAt` and user id of the last row of the previous page, joined by a comma.',
    docs: 'docs/product/staff.md#quarantine-and-suspension',
  }),
  signupReport: endpoint({
    name: 'people.signupReport',
    action: 'GET_USER_SIGNUP_REPORT',
    method: 'GET',
    path: '/users/report',
    access: staffReads,
    query: z.extend(pageQuery, {
      ...reportDays,
      // Fits a timestamp and the longest e-mail address.
      after: z.optional(lineOf(emailMaxLength + timestampMaxLength)),
    }),
    success: { status: 200, rows: signupSchema },
    summary:
      'Lists the signups between two dates, earliest first. Dates are whole UTC days, inclusive; an ISO timestamp counts as its UTC day. Returns all without `limit`. `after` is the `signupAt` and e-mail of the last row of the previous page, joined by a comma.',
    docs: 'docs/product/staff.md#signup-report',
  }),
  signupSummary: endpoint({
    name: 'people.signupSummary',
    method: 'GET',
    path: '/users/report/summary',
    access: staffReads,
    query: z.object(reportDays),
    success: { status: 200, body: signupSummarySchema },
    summary: 'Returns the number of signups between two dates: in total, by method and by day.',
    docs: 'docs/product/staff.md#signup-report',
  }),
  signupDownload: endpoint({
    name: 'people.signupDownload',
    method: 'GET',
    path: '/users/report.csv',
    access: staffReads,
    query: z.object(reportDays),
    success: { status: 200, media: 'text/csv' },
    summary:
      'Downloads the complete signup report as CSV. No cell can run as a formula. The download is recorded.',
    docs: 'docs/product/staff.md#signup-report',
  }),
}

/** What staff do to accounts (SPEC sections 2, 6, 7; RULES sections 4 and 9). */
import * as z from 'zod/mini'
import { personReads, personWrites } from './access.ts'
import { userParams } from './account.ts'
import { endpoint } from './endpoint.ts'
import { adminCreationFieldMaxLength, emailMaxLength } from './limits.ts'
import { pageQuery } from './page-query.ts'
import { daySchema, isoDateTimeSchema, pauseEndSchema, reasonSchema } from './text-rules.ts'

/** An account as staff look it up. */
export const userRecordSchema = z.object({
  id: z.string(),
  auth0Id: z.nullable(z.string()),
  email: z.string(),
  quarantinedAt: z.nullable(isoDateTimeSchema),
  suspendedAt: z.nullable(isoDateTimeSchema),
})
export type UserRecord = z.infer<typeof userRecordSchema>

/** A paused account in a list. Why, until when and by whom, where that was said; by null for a rule of billing's. */
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

/** One who signed up. The method is the part of the sign-in id before the bar (RULES section 9). */
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

/** Whole days in UTC, both included; an ISO timestamp stands for its UTC day. */
const reportDays = { startDate: daySchema, endDate: daySchema }

export const signupSummarySchema = z.object({
  total: z.number(),
  byMethod: z.array(z.object({ signupMethod: z.nullable(z.string()), count: z.number() })),
  /** Every day of the range, also those without anybody; at most 731, the earliest first. */
  byDay: z.array(z.object({ day: z.string(), count: z.number() })),
})
export type SignupSummary = z.infer<typeof signupSummarySchema>

const staffWrites = personWrites({ staff: true })
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
    summary: 'Pauses an account for suspicious activity, or ends the pause. Never one of oneself.',
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
    summary: 'Pauses an account pending payment, or ends the pause. Never one of oneself.',
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
      'Restores an account that was deleted at most 30 days ago, with the workspaces that went with it.',
    docs: 'docs/product/account.md#deleting-the-account',
  }),
  listByEmail: endpoint({
    name: 'people.listByEmail',
    action: 'GET_USERS_FOR_EMAIL',
    method: 'GET',
    path: '/users/by-email',
    access: staffReads,
    query: z.object({ email: z.string().check(z.minLength(1), z.maxLength(adminCreationFieldMaxLength)) }),
    success: { status: 200, body: z.array(userRecordSchema) },
    summary:
      'Every account of an address, whatever its case; several are possible, none is an empty list. Recorded.',
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
      'The quarantined accounts, the last one first; all without `limit`. `after` is the last row of the page before as `quarantinedAt` and id, joined by a comma.',
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
      'The suspended accounts, the last one first; all without `limit`. `after` is the last row of the page before as `suspendedAt` and id, joined by a comma.',
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
      // As long as a date and the longest address.
      after: z.optional(z.string().check(z.maxLength(emailMaxLength + 40))),
    }),
    success: { status: 200, rows: signupSchema },
    summary:
      'Who signed up from one day to another, whole days in UTC, both included, the earliest first; all without `limit`. A date may be an ISO timestamp, whose UTC day counts. `after` is the last row of the page before as `signupAt` and e-mail, joined by a comma.',
    docs: 'docs/product/staff.md#signup-report',
  }),
  signupSummary: endpoint({
    name: 'people.signupSummary',
    method: 'GET',
    path: '/users/report/summary',
    access: staffReads,
    query: z.object(reportDays),
    success: { status: 200, body: signupSummarySchema },
    summary: 'How many signed up, in all, by method and by day.',
    docs: 'docs/product/staff.md#signup-report',
  }),
  signupDownload: endpoint({
    name: 'people.signupDownload',
    method: 'GET',
    path: '/users/report.csv',
    access: staffReads,
    query: z.object(reportDays),
    success: { status: 200, media: 'text/csv' },
    summary: 'The signup report as CSV, of any length. No cell is read as a formula. Recorded.',
    docs: 'docs/product/staff.md#signup-report',
  }),
}

/** The signup report. See docs/product/staff.md#signup-report. */
import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { noun } from '../../noun.ts'
import { pageQuery } from '../../page-query.ts'
import { daySchema, isoDateTimeSchema } from '../../text/text-rules.ts'
import { staffReads } from '../staff-calls.ts'

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

export const staffReports = {
  signupReport: endpoint({
    name: 'staffReports.signupReport',
    action: 'GET_USER_SIGNUP_REPORT',
    method: 'GET',
    path: '/users/report',
    access: staffReads,
    query: z.extend(pageQuery, reportDays),
    success: { status: 200, rows: signupSchema },
    summary:
      'Lists the signups between two dates, earliest first. Dates are whole UTC days, inclusive; an ISO timestamp counts as its UTC day. Without `limit`, returns all signups as one stream.',
    docs: 'docs/product/staff.md#signup-report',
  }),
  signupSummary: endpoint({
    name: 'staffReports.signupSummary',
    method: 'GET',
    path: '/users/report/summary',
    access: staffReads,
    query: z.object(reportDays),
    success: { status: 200, body: signupSummarySchema },
    summary: 'Returns the number of signups between two dates: in total, by method and by day.',
    docs: 'docs/product/staff.md#signup-report',
  }),
  signupDownload: endpoint({
    name: 'staffReports.signupDownload',
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

export const staffReportsNoun = noun({
  tag: ['Staff: reports', 'Signups over time.'],
  calls: staffReports,
})

import type { Activity, ActivityAct } from '@portal/contract/activity/activity'
import { serviceAccountOf } from '../../guard/caller.ts'
import { csvLine } from '../../http/lists/csv-line.ts'
import type { ActivityRow } from './activity-store.ts'

export function activityBody(row: ActivityRow): Activity {
  return {
    id: row.id,
    at: row.at.toISOString(),
    act: row.act as ActivityAct,
    actor: {
      userId: row.actorUserId,
      firstName: row.firstName,
      lastName: row.lastName,
      email: row.email,
      serviceAccount: serviceAccountOf(row),
      tokenName: row.tokenName,
    },
    subject: row.subject,
    ipAddress: row.ipAddress,
  }
}

export const csvHeader = csvLine([
  'Time',
  'Act',
  'First name',
  'Last name',
  'Email',
  'Subject',
  'IP address',
  'Service account',
  'API token',
])

/** One row of the CSV download (RFC 4180). */
export function csvRow(row: ActivityRow): string {
  const { at, act, firstName, lastName, email, subject, ipAddress, serviceAccountName, tokenName } = row
  return csvLine([
    ...[at.toISOString(), act, firstName, lastName, email, subject, ipAddress],
    ...[serviceAccountName, tokenName],
  ])
}

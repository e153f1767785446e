import { type Activity, type ActivityAct, activityActs } from '@portal/contract/activity'
import { csvLine } from '../../http/csv-line.ts'
import type { ActivityRow } from './activity-store.ts'

function serviceAccountOf({ serviceAccountId: id, serviceAccountName: name }: ActivityRow) {
  return id === null || name === null ? null : { id, name }
}

const knownActs: ReadonlySet<string> = new Set(activityActs)

/**
 * During an upgrade, processes of the next release may record events that this release doesn't know and can't list
 * (docs/operations.md#two-releases-at-once).
 */
export const isKnownActivity = ({ act }: ActivityRow): boolean => knownActs.has(act)

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
])

/** One row of the CSV download (RFC 4180). */
export function csvRow(row: ActivityRow): string {
  const { at, act, firstName, lastName, email, subject, ipAddress, serviceAccountName } = row
  return csvLine([at.toISOString(), act, firstName, lastName, email, subject, ipAddress, serviceAccountName])
}

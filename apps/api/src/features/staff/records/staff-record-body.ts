import type { StaffAct, StaffRecord } from '@portal/contract/staff/records/records'
import type { StaffRecordRow } from './staff-log-store.ts'

type Facts = Record<string, unknown>

const unknownPerson = { email: null, firstName: null, lastName: null }

const factsOf = (value: unknown): Facts | null =>
  typeof value === 'object' && value !== null ? (value as Facts) : null

/** Automatic actions store a user id in `staffUserId`, although no staff member acted. */
const isAutomatic = (after: Facts | null) => after?.automatic === true

export function staffRecordBody(row: StaffRecordRow): StaffRecord {
  const { record, staff, aboutUser, workspaceName } = row
  const after = factsOf(record.after)
  return {
    id: record.id,
    at: record.at.toISOString(),
    act: record.act as StaffAct,
    staff: isAutomatic(after) ? null : { id: record.staffUserId, ...(staff ?? unknownPerson) },
    aboutUser:
      record.aboutUserId === null ? null : { id: record.aboutUserId, ...(aboutUser ?? unknownPerson) },
    aboutWorkspace:
      record.aboutWorkspaceId === null ? null : { id: record.aboutWorkspaceId, displayName: workspaceName },
    before: factsOf(record.before),
    after,
    reason: record.reason,
    ipAddress: record.ipAddress,
    withheldReason: row.withheldReason,
  }
}

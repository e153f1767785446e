import type { StaffAct, StaffRecord } from '@portal/contract/staff'
import type { StaffRecordRow } from './staff-log-store.ts'

type Facts = Record<string, unknown>

const nobody = { email: null, firstName: null, lastName: null }

const factsOf = (value: unknown): Facts | null =>
  typeof value === 'object' && value !== null ? (value as Facts) : null

/** What came by itself is recorded under who had set it, or whom it is about, and is of nobody. */
const isAutomatic = (after: Facts | null) => after?.automatic === true

/** A record as the wire has it. */
export function staffRecordBody(row: StaffRecordRow): StaffRecord {
  const { record, staff, aboutUser, workspaceName } = row
  const after = factsOf(record.after)
  return {
    id: record.id,
    at: record.at.toISOString(),
    act: record.act as StaffAct,
    staff: isAutomatic(after) ? null : { id: record.staffUserId, ...(staff ?? nobody) },
    aboutUser: record.aboutUserId === null ? null : { id: record.aboutUserId, ...(aboutUser ?? nobody) },
    aboutWorkspace:
      record.aboutWorkspaceId === null ? null : { id: record.aboutWorkspaceId, displayName: workspaceName },
    before: factsOf(record.before),
    after,
    reason: record.reason,
    ipAddress: record.ipAddress,
    withheldReason: row.withheldReason,
  }
}

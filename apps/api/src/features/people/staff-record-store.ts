/** Each look-up and act of staff: who, what, on whom, when, before and after, and why (RULES sections 4 and 9). */
import { and, desc, eq, like, lt, not, or, type SQL } from 'drizzle-orm'
import { ulid } from 'ulid'
import type { Orm } from '../../db/client.ts'
import { staffRecords } from '../../db/schema/records.ts'

/** What staff did, or, behind `looked-up.`, what they only looked at. */
export type StaffAct =
  | 'person.quarantined'
  | 'person.unquarantined'
  | 'person.suspended'
  | 'person.unsuspended'
  | 'person.restored'
  | 'workspace.quarantined'
  | 'workspace.unquarantined'
  | `looked-up.${string}`

export interface NewStaffRecord {
  staffUserId: string
  act: StaffAct
  aboutUserId?: string
  aboutWorkspaceId?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string | null | undefined
  ipAddress: string
  at: Date
}

/** Records it; of an act, in the transaction that does it. */
export async function recordStaffAct(db: Orm, record: NewStaffRecord): Promise<void> {
  const reason = record.reason?.trim().normalize('NFC') || null
  await db.insert(staffRecords).values({ ...record, reason, id: ulid(record.at.getTime()) })
}

const isLookUp = like(staffRecords.act, 'looked-up.%')

/**
 * What a person may see of what staff did: acts at once, look-ups once they are older than `lookUpsBefore`. Not who of
 * staff it was.
 */
export async function listRecordsAbout(db: Orm, userId: string, lookUpsBefore: Date) {
  const isVisible: SQL | undefined = or(not(isLookUp), lt(staffRecords.at, lookUpsBefore))
  return db
    .select({
      id: staffRecords.id,
      act: staffRecords.act,
      before: staffRecords.before,
      after: staffRecords.after,
      reason: staffRecords.reason,
      at: staffRecords.at,
    })
    .from(staffRecords)
    .where(and(eq(staffRecords.aboutUserId, userId), isVisible))
    .orderBy(desc(staffRecords.id))
}

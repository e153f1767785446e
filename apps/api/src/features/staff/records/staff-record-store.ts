/** Each look-up and act of staff: who, what, on whom, when, before and after, and why (RULES sections 4 and 9). */
import type { StaffAct } from '@portal/contract/staff'
import { and, desc, eq, exists, like, lt, ne, not, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { ulid } from 'ulid'
import type { Orm } from '../../../db/database.ts'
import { staffRecords } from '../../../db/schema/records.ts'

export interface NewStaffRecord {
  /** Who did it, or set what came by itself. */
  staffUserId: string
  act: StaffAct
  aboutUserId?: string
  aboutWorkspaceId?: string
  /** The look-up that this record withholds from the person it is about. */
  aboutRecordId?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string | null | undefined
  /** Null for what came by itself. */
  ipAddress: string | null
  at: Date
}

/** Records it; of an act, in the transaction that does it. */
export async function recordStaffAct(db: Orm, record: NewStaffRecord): Promise<void> {
  await db.insert(staffRecords).values(rowOf(record))
}

function rowOf(record: NewStaffRecord) {
  const reason = record.reason?.trim().normalize('NFC') || null
  return { ...record, reason, id: ulid(record.at.getTime()) }
}

/** Records a look-up that found these people, once for each; where it found nobody, about nobody. Before the answer. */
export async function recordLookUps(
  db: Orm,
  record: Omit<NewStaffRecord, 'aboutUserId'>,
  userIds: readonly string[],
): Promise<void> {
  const about = userIds.length === 0 ? [{}] : userIds.map((aboutUserId) => ({ aboutUserId }))
  await db.insert(staffRecords).values(about.map((person) => rowOf({ ...record, ...person })))
}

const isLookUp = like(staffRecords.act, 'looked-up.%')

/** What keeps a record from the person it is about. */
const isWithheld = (db: Orm) => {
  const withholding = alias(staffRecords, 'withholding')
  return exists(
    db
      .select({ id: withholding.id })
      .from(withholding)
      .where(and(eq(withholding.aboutRecordId, staffRecords.id), eq(withholding.act, 'record.withheld'))),
  )
}

/**
 * What a person may see of what staff did, the newest first: acts at once, look-ups once they are older than
 * `lookUpsBefore` and not withheld (RULES section 9). Not who of staff it was, and not that something was withheld.
 */
export async function listRecordsAbout(
  db: Orm,
  userId: string,
  lookUpsBefore: Date,
  page: { limit?: number | undefined; after?: string | undefined } = {},
) {
  const query = db
    .select({
      id: staffRecords.id,
      act: staffRecords.act,
      before: staffRecords.before,
      after: staffRecords.after,
      reason: staffRecords.reason,
      at: staffRecords.at,
    })
    .from(staffRecords)
    .where(
      and(
        eq(staffRecords.aboutUserId, userId),
        ne(staffRecords.act, 'record.withheld'),
        or(not(isLookUp), and(lt(staffRecords.at, lookUpsBefore), not(isWithheld(db)))),
        page.after === undefined ? undefined : lt(staffRecords.id, page.after),
      ),
    )
    .orderBy(desc(staffRecords.id))
  return page.limit === undefined ? query : query.limit(page.limit)
}

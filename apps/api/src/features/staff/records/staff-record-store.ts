/**
 * Writes the records of look-ups and actions by staff, and reads those about one user. See
 * docs/product/staff.md#records.
 */
import { hourMs } from '@portal/contract/durations'
import type { StaffAct } from '@portal/contract/staff/records/records'
import { and, desc, eq, exists, gte, like, lt, ne, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { ulid } from 'ulid'
import type { Orm } from '../../../db/database.ts'
import { staffRecords } from './staff-record-table.ts'

export interface NewStaffRecord {
  /** The staff member who acted, or who configured an automatic action. */
  staffUserId: string
  act: StaffAct
  aboutUserId?: string
  aboutWorkspaceId?: string
  /** The look-up that this record withholds from the affected user. */
  aboutRecordId?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string | null | undefined
  /** Null for an automatic action. */
  ipAddress: string | null
  at: Date
}

/** The staff member of a request, as a record stores them. */
export const staffOf = (
  { caller, request }: { caller: { person: { id: string } }; request: { ip: string } },
  at: Date,
) => ({ staffUserId: caller.person.id, ipAddress: request.ip, at })

/** Inserts a record. For an action, call it in the transaction that performs the action. */
export async function recordStaffAct(db: Orm, record: NewStaffRecord): Promise<void> {
  await db.insert(staffRecords).values(rowOf(record))
}

function rowOf(record: NewStaffRecord) {
  const reason = record.reason?.trim().normalize('NFC') || null
  return { ...record, reason, id: ulid(record.at.getTime()) }
}

/**
 * Records a look-up once for each user it found, or once without a user if it found none. Call it before sending the
 * result.
 */
export async function recordLookUps(
  db: Orm,
  record: Omit<NewStaffRecord, 'aboutUserId'>,
  userIds: readonly string[],
): Promise<void> {
  const about = userIds.length === 0 ? [{}] : userIds.map((aboutUserId) => ({ aboutUserId }))
  await db.insert(staffRecords).values(about.map((person) => rowOf({ ...record, ...person })))
}

const listRecordedForMs = hourMs

/**
 * Records that a staff member read a list, without naming the users in it. No-op when they read the same list in the last hour,
 * because open pages reload their lists often. Call it before sending the list.
 */
export async function recordListRead(
  db: Orm,
  record: Omit<NewStaffRecord, 'aboutUserId' | 'after'> & { after: Record<string, unknown> },
): Promise<void> {
  const { staffUserId, act, after, at } = record
  const [known] = await db
    .select({ id: staffRecords.id })
    .from(staffRecords)
    .where(
      and(
        eq(staffRecords.staffUserId, staffUserId),
        // Ids start with their time, so the index on staff member and id finds the last hour.
        gte(staffRecords.id, ulid(at.getTime() - listRecordedForMs).slice(0, 10)),
        eq(staffRecords.act, act),
        sql`${staffRecords.after} = ${JSON.stringify(after)}::jsonb`,
      ),
    )
    .limit(1)
  if (!known) await recordStaffAct(db, record)
}

export const isLookUp = like(staffRecords.act, 'looked-up.%')

/** Whether staff have withheld the record from the affected user. */
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
 * Returns the records that a user may see about themselves, newest first: actions immediately, and look-ups that are
 * older than `lookUpsBefore` and not withheld. Excludes the staff member and whether anything was withheld.
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

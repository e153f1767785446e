/** The log of look-ups and actions by staff. Rows are inserted and never changed. */
import type { StaffAct } from '@portal/contract/staff/records/records'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { and, desc, eq, inArray, like, lt, not, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Orm } from '../../../db/database.ts'
import { users } from '../../account/user-table.ts'
import { workspaces } from '../../workspaces/workspace-table.ts'
import { isLookUp } from './staff-record-store.ts'
import { staffRecords } from './staff-record-table.ts'

interface RecordFilter {
  act?: StaffAct | undefined
  kind?: 'action' | undefined
  staffUserId?: string | undefined
  aboutUserId?: string | undefined
  aboutWorkspaceId?: string | undefined
  /** Prefix of the address of the staff member or of the affected user. */
  search?: string | undefined
}

const staff = alias(users, 'staff')
const about = alias(users, 'about')
const withholding = alias(staffRecords, 'withholding')

const personColumns = (person: typeof staff | typeof about) => ({
  email: person.email,
  firstName: person.firstName,
  lastName: person.lastName,
})

const equal = <Value>(column: Parameters<typeof eq>[0], value: Value | undefined) =>
  value === undefined ? undefined : eq(column, value)

/** Users whose address starts with the text. Wildcards in the text match literally. */
const ofAddress = (db: Orm, search: string) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(like(users.emailKey, `${normalizeEmail(search).replace(/[\\%_]/g, '\\$&')}%`))

/** Returns one page, newest first, that starts after the record `after`. */
export async function listStaffRecords(
  db: Orm,
  filter: RecordFilter,
  page: { limit: number; after?: string | undefined },
) {
  return db
    .select({
      record: staffRecords,
      staff: personColumns(staff),
      aboutUser: personColumns(about),
      workspaceName: workspaces.displayName,
      withheldReason: withholding.reason,
    })
    .from(staffRecords)
    .leftJoin(staff, eq(staff.id, staffRecords.staffUserId))
    .leftJoin(about, eq(about.id, staffRecords.aboutUserId))
    .leftJoin(workspaces, eq(workspaces.id, staffRecords.aboutWorkspaceId))
    .leftJoin(
      withholding,
      and(eq(withholding.aboutRecordId, staffRecords.id), eq(withholding.act, 'record.withheld')),
    )
    .where(
      and(
        page.after === undefined ? undefined : lt(staffRecords.id, page.after),
        equal(staffRecords.act, filter.act),
        filter.kind && not(isLookUp),
        equal(staffRecords.staffUserId, filter.staffUserId),
        equal(staffRecords.aboutUserId, filter.aboutUserId),
        equal(staffRecords.aboutWorkspaceId, filter.aboutWorkspaceId),
        filter.search
          ? or(
              inArray(staffRecords.staffUserId, ofAddress(db, filter.search)),
              inArray(staffRecords.aboutUserId, ofAddress(db, filter.search)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(staffRecords.id))
    .limit(page.limit)
}
export type StaffRecordRow = Awaited<ReturnType<typeof listStaffRecords>>[number]

/** Locks the record until the transaction ends, so that it is withheld only once. */
export async function lockRecord(tx: Orm, recordId: string) {
  const [row] = await tx
    .select({
      act: staffRecords.act,
      staffUserId: staffRecords.staffUserId,
      aboutUserId: staffRecords.aboutUserId,
      aboutWorkspaceId: staffRecords.aboutWorkspaceId,
    })
    .from(staffRecords)
    .where(eq(staffRecords.id, recordId))
    .for('update')
  return row
}

export async function isRecordWithheld(tx: Orm, recordId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: staffRecords.id })
    .from(staffRecords)
    .where(and(eq(staffRecords.aboutRecordId, recordId), eq(staffRecords.act, 'record.withheld')))
  return row !== undefined
}

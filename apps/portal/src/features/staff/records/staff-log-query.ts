import { type StaffAct, staffRecords } from '@portal/contract/staff/records'
import { keepPreviousData } from '@tanstack/react-query'
import { rowsPerPage } from '../../../lib/layout/rows-per-page.ts'
import { rowPages } from '../../../lib/request/row-pages.ts'

export interface StaffLogFilter {
  act?: StaffAct
  staffUserId?: string
  aboutUserId?: string
  aboutWorkspaceId?: string
  /** The start of the email of the staff member or of the user concerned. Never empty. */
  search?: string
}

/** The look-ups and actions of staff, newest first. The API records a read once an hour. */
export function staffLogQuery(filter: StaffLogFilter) {
  return {
    ...rowPages({
      call: staffRecords.list,
      input: { query: { ...filter } },
      keyParts: Object.entries(filter).map(String),
      pageSize: rowsPerPage,
      toRows: (entries) => entries,
      cursorOf: ({ id }) => id,
    }),
    // Shows the current rows while the next ones load.
    placeholderData: keepPreviousData,
  }
}

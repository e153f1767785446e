import type { Endpoint } from '@portal/contract/endpoint'
import { type StaffAct, staffRecords } from '@portal/contract/staff/records/records'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import { apiPages, queryKeyOf } from '../../lib/request/api-query.ts'

export interface StaffLogFilter {
  act?: StaffAct
  kind?: 'action'
  staffUserId?: string
  aboutUserId?: string
  aboutWorkspaceId?: string
  /** The start of the email of the staff member or of the user concerned. Never empty. */
  search?: string
}

/** The look-ups and actions of staff, newest first. The API records a read once an hour. */
export const staffLogQuery = (filter: StaffLogFilter) => ({
  ...apiPages({
    call: staffRecords.list,
    input: { query: { ...filter } },
    keyParts: Object.entries(filter).map(String),
    pageSize: rowsPerPage,
    toRows: (entries) => entries,
    cursorOf: ({ id }) => id,
  }),
  // Shows the current rows while the next ones load.
  placeholderData: keepPreviousData,
})

/** Returns a function that reloads the log, and the lists of other calls, after an action. */
export function useReloadLog(): (...calls: Endpoint[]) => void {
  const client = useQueryClient()
  return (...calls) => {
    for (const call of [...calls, staffRecords.list])
      void client.invalidateQueries({ queryKey: queryKeyOf(call) })
  }
}

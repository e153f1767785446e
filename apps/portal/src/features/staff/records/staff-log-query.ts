import { type StaffAct, staff } from '@portal/contract/staff'
import { keepPreviousData } from '@tanstack/react-query'
import { queryKeyOf } from '../../../lib/request/api.ts'
import { request } from '../../../lib/request/request-layer.ts'
import { rowPages } from '../../../lib/request/row-pages.ts'

const pageSize = 20

export interface StaffLogFilter {
  act?: StaffAct
  staffUserId?: string
  aboutUserId?: string
  aboutWorkspaceId?: string
  /** The beginning of an address, of staff or of the person it is about; not empty. */
  search?: string
}

/** What staff looked up and did, the newest first. Reading the log is no look-up. */
export function staffLogQuery(filter: StaffLogFilter) {
  return {
    ...rowPages({
      queryKey: [...queryKeyOf(staff.listRecords), filter],
      pageSize,
      load: (page) => {
        const query = { ...filter, ...page }
        const keyParts = [...Object.entries(filter).map(String), page.after ?? '']
        return request(staff.listRecords, { query }, { keyParts })
      },
      cursorOf: ({ id }) => id,
    }),
    // The rows stay in sight while others are looked for.
    placeholderData: keepPreviousData,
  }
}

import { staffRecords } from '@portal/contract/staff/records'
import { rowPages } from '../../lib/request/row-pages.ts'

const pageSize = 10

/** Pages of staff access, newest first. */
export const staffAccessQuery = (userId: string) =>
  rowPages({
    call: staffRecords.listAccess,
    input: { params: { userId }, query: {} },
    pageSize,
    toRows: (entries) => entries,
    cursorOf: ({ id }) => id,
  })

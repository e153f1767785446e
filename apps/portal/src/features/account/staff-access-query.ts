import { staffRecords } from '@portal/contract/staff/records'
import { queryKeyOf } from '../../lib/request/api.ts'
import { request } from '../../lib/request/request-layer.ts'
import { rowPages } from '../../lib/request/row-pages.ts'

const pageSize = 10

/** Pages of staff access, newest first. */
export const staffAccessQuery = (userId: string) =>
  rowPages({
    queryKey: [...queryKeyOf(staffRecords.listAccess), userId],
    pageSize,
    load: (page) =>
      request(
        staffRecords.listAccess,
        { params: { userId }, query: page },
        { keyParts: [userId, page.after ?? ''] },
      ),
    cursorOf: ({ id }) => id,
  })

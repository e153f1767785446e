import { type ActivityAct, activity } from '@portal/contract/activity'
import { keepPreviousData } from '@tanstack/react-query'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import { queryKeyOf } from '../../lib/request/api.ts'
import { request } from '../../lib/request/request-layer.ts'
import { rowPages } from '../../lib/request/row-pages.ts'

export interface ActivityFilter {
  act?: ActivityAct
  /** A non-empty part of the subject, or of the actor's name or email. */
  search?: string
}

/** Pages of the log, newest first. */
export function activityQuery(workspaceId: string, filter: ActivityFilter) {
  return {
    ...rowPages({
      queryKey: [...queryKeyOf(activity.list), workspaceId, filter],
      pageSize: rowsPerPage,
      load: (page) => {
        const keyParts = [workspaceId, filter.act ?? '', filter.search ?? '', page.after ?? '']
        return request(
          activity.list,
          { params: { workspaceId }, query: { ...filter, ...page } },
          { keyParts },
        )
      },
      cursorOf: ({ id }) => id,
    }),
    // Keeps the current rows visible while a new filter loads.
    placeholderData: keepPreviousData,
  }
}

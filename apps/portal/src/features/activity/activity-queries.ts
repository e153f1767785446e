import { type ActivityAct, activity } from '@portal/contract/activity'
import { keepPreviousData } from '@tanstack/react-query'
import { queryKeyOf } from '../../lib/request/api.ts'
import { request } from '../../lib/request/request-layer.ts'
import { rowPages } from '../../lib/request/row-pages.ts'

const pageSize = 25

export interface ActivityFilter {
  act?: ActivityAct
  /** Part of the subject, or of the actor's name or address; not empty. */
  search?: string
}

/** The log, newest first, page by page. */
export function activityQuery(workspaceId: string, filter: ActivityFilter) {
  return {
    ...rowPages({
      queryKey: [...queryKeyOf(activity.list), workspaceId, filter],
      pageSize,
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
    // The rows stay in sight while others are looked for.
    placeholderData: keepPreviousData,
  }
}

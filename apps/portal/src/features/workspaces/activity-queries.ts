import { type ActivityAct, activity } from '@portal/contract/activity/activity'
import { keepPreviousData } from '@tanstack/react-query'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import { apiPages } from '../../lib/request/api-query.ts'

export interface ActivityFilter {
  act?: ActivityAct
  /** A non-empty part of the subject, or of the actor's name or email. */
  search?: string
}

/** Pages of the log, newest first. */
export function activityQuery(workspaceId: string, filter: ActivityFilter) {
  return {
    ...apiPages({
      call: activity.list,
      input: { params: { workspaceId }, query: { ...filter } },
      keyParts: [workspaceId, filter.act ?? '', filter.search ?? ''],
      pageSize: rowsPerPage,
      toRows: (entries) => entries,
      cursorOf: ({ id }) => id,
    }),
    // Keeps the current rows visible while a new filter loads.
    placeholderData: keepPreviousData,
  }
}

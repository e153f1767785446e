import { type ActivityAct, activity } from '@portal/contract/activity'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { queryKeyOf } from '../../lib/api.ts'
import { request } from '../../lib/request-layer.ts'

export const pageSize = 25

export interface ActivityFilter {
  act?: ActivityAct
  /** Part of the subject, or of the actor's name or address; not empty. */
  search?: string
}

/** The log, newest first, page by page; a page that is not full is the last. */
export function activityQuery(workspaceId: string, filter: ActivityFilter) {
  const params = { workspaceId }
  return infiniteQueryOptions({
    queryKey: [...queryKeyOf(activity.list), workspaceId, filter],
    queryFn: ({ pageParam }: { pageParam: string | undefined }) => {
      const query = { ...filter, limit: String(pageSize), after: pageParam }
      const keyParts = [workspaceId, filter.act ?? '', filter.search ?? '', pageParam ?? '']
      return request(activity.list, { params, query }, { keyParts })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    // The rows stay in sight while others are looked for.
    placeholderData: keepPreviousData,
  })
}

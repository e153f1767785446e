/** Lists of any length, a page at a time: only the page that is looked at is in the document. */
import { type InfiniteData, infiniteQueryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

export interface RowPage<Row> {
  rows: Row[]
  hasMore: boolean
}

interface RowPagesOptions<Row> {
  queryKey: readonly unknown[]
  pageSize: number
  /** Asks for a page; one row more than is shown tells whether there is another page. */
  load: (page: { limit: string; after: string | undefined }) => Promise<Row[]>
  /** What names a row to the API as the one before the next page. */
  cursorOf: (row: Row) => string
}

/** Query options of a list that is read page by page. */
export function rowPages<Row>({ queryKey, pageSize, load, cursorOf }: RowPagesOptions<Row>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam }: { pageParam: string | undefined }): Promise<RowPage<Row>> => {
      const rows = await load({ limit: String(pageSize + 1), after: pageParam })
      return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ rows, hasMore }) => {
      const last = rows.at(-1)
      return hasMore && last !== undefined ? cursorOf(last) : undefined
    },
  })
}

export interface Pager<Row> {
  rows: Row[]
  /** From 1. */
  pageNumber: number
  hasPrevious: boolean
  hasNext: boolean
  isFetchingNext: boolean
  previous: () => void
  next: () => void
}

/** Which page is looked at. The pages that were seen stay in the cache. */
export function usePager<Row>(
  query: Pick<
    UseInfiniteQueryResult<InfiniteData<RowPage<Row>>>,
    'data' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >,
): Pager<Row> {
  const [wanted, setWanted] = useState(0)
  const pages = query.data?.pages ?? []
  // After a change there may be fewer.
  const index = Math.max(0, Math.min(wanted, pages.length - 1))
  const isLastLoaded = index === pages.length - 1
  return {
    rows: pages[index]?.rows ?? [],
    pageNumber: index + 1,
    hasPrevious: index > 0,
    hasNext: pages.length > 0 && (!isLastLoaded || query.hasNextPage),
    isFetchingNext: query.isFetchingNextPage,
    previous: () => setWanted(index - 1),
    next: () => {
      if (isLastLoaded) void query.fetchNextPage().then(() => setWanted(index + 1))
      else setWanted(index + 1)
    },
  }
}

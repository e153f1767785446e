/** Lists of any length, a page at a time: only the page that is looked at is in the document. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { RowPage } from '../../lib/request/row-pages.ts'

export type PagedQuery<Row> = Pick<
  UseInfiniteQueryResult<InfiniteData<RowPage<Row>>>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isPlaceholderData' | 'fetchNextPage'
>

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

/** Which page is looked at. The pages that were seen stay in the cache. Another `listName` begins at its first page. */
export function usePager<Row>(query: PagedQuery<Row>, listName = ''): Pager<Row> {
  const [wanted, setWanted] = useState({ listName, index: 0 })
  const pages = query.data?.pages ?? []
  // After a change there may be fewer.
  const index = wanted.listName === listName ? Math.max(0, Math.min(wanted.index, pages.length - 1)) : 0
  const isLastLoaded = index === pages.length - 1
  // What stands in for a list that is on its way leads nowhere.
  const canTurn = pages.length > 0 && !query.isPlaceholderData
  const turnTo = (next: number) => setWanted({ listName, index: next })
  return {
    rows: pages[index]?.rows ?? [],
    pageNumber: index + 1,
    hasPrevious: canTurn && index > 0,
    hasNext: canTurn && (!isLastLoaded || query.hasNextPage),
    isFetchingNext: query.isFetchingNextPage,
    previous: () => turnTo(index - 1),
    next: () => {
      if (isLastLoaded) void query.fetchNextPage().then(() => turnTo(index + 1))
      else turnTo(index + 1)
    },
  }
}

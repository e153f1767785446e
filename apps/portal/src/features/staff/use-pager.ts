/** Pages through lists of any length. Only the current page is in the document. */
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

/** The current page of a list. Visited pages stay cached. A different `listName` starts at its first page. */
export function usePager<Row>(query: PagedQuery<Row>, listName = ''): Pager<Row> {
  const [wanted, setWanted] = useState({ listName, index: 0 })
  const pages = query.data?.pages ?? []
  // The list may have become shorter.
  const index = wanted.listName === listName ? Math.max(0, Math.min(wanted.index, pages.length - 1)) : 0
  const isLastLoaded = index === pages.length - 1
  // Placeholder rows of a list that is still loading cannot be paged.
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

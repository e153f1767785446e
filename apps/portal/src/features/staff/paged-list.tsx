/** Pages through lists of any length. Only the current page is in the document. */
import { Pager } from '@portal/ui/data/pager'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import type { RowPage } from '../../lib/request/api-query.ts'
import { NotLoaded } from '../../lib/request/failure.tsx'
import { LookUpError, useStaffCheck } from './staff-check.tsx'

type PagedQuery<Row> = Pick<
  UseInfiniteQueryResult<InfiniteData<RowPage<Row>>>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isPlaceholderData' | 'fetchNextPage'
>

/**
 * Returns the rows of the current page of a list, and the props of its Pager. Visited pages stay cached. A different `listName`
 * starts at its first page.
 */
export function usePagedQuery<Row>(query: PagedQuery<Row>, listName = '') {
  const [wanted, setWanted] = useState({ listName, index: 0 })
  const pages = query.data?.pages ?? []
  // The list may have become shorter.
  const index = wanted.listName === listName ? Math.max(0, Math.min(wanted.index, pages.length - 1)) : 0
  const rows = pages[index]?.rows ?? []
  const isLastLoaded = index === pages.length - 1
  // Placeholder rows of a list that is still loading cannot be paged.
  const canTurn = pages.length > 0 && !query.isPlaceholderData
  const turnTo = (next: number) => setWanted({ listName, index: next })
  async function next() {
    if (isLastLoaded) await query.fetchNextPage()
    turnTo(index + 1)
  }
  const pager = {
    from: index * rowsPerPage + 1,
    to: index * rowsPerPage + rows.length,
    onPrevious: canTurn && index > 0 ? () => turnTo(index - 1) : undefined,
    onNext: canTurn && (!isLastLoaded || query.hasNextPage) ? () => void next() : undefined,
    isLoadingNext: query.isFetchingNextPage,
  }
  return { rows, pager }
}

export interface PagedListProps<Row> {
  query: PagedQuery<Row> & Pick<UseInfiniteQueryResult, 'isPending' | 'error' | 'refetch'>
  /** Names the list, such as "the quarantined users". */
  of: string
  /** Identifies the list when one place shows several lists. A different list starts at its first page. */
  listName?: string
  /** Renders the rows of a page. */
  children: (rows: readonly Row[]) => ReactNode
}

/** One page of a list with its page buttons, or a loading or error state. */
export function PagedList<Row>({ query, of, listName, children }: PagedListProps<Row>) {
  const { isConfirmed, failure } = useStaffCheck()
  const page = usePagedQuery(query, listName)
  return (
    <>
      {!query.data && failure && <NotLoaded />}
      {query.isPending && !failure && <ListPending label={`Loading ${of}...`} />}
      {isConfirmed && <LookUpError error={query.error} retry={() => void query.refetch()} />}
      {query.data && children(page.rows)}
      <Pager label={of} {...page.pager} />
    </>
  )
}

/** Pages through lists of any length. Only the current page is in the document. */
import { IconButton } from '@portal/ui/buttons/icon-button'
import { formatCount } from '@portal/ui/lib/format-count'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import type { RowPage } from '../../lib/request/api-query.ts'
import { NotLoaded } from '../../lib/request/failure.tsx'
import { LookUpError } from './look-up-error.tsx'
import { useStaffCheck } from './staff-check.ts'

type PagedQuery<Row> = Pick<
  UseInfiniteQueryResult<InfiniteData<RowPage<Row>>>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isPlaceholderData' | 'fetchNextPage'
>

interface Pager<Row> {
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

interface PageButtonsProps {
  pager: Pager<unknown>
  /** Names the list, such as "the log". */
  of: string
  /** The number of rows on all pages, if it is known. */
  total?: number | undefined
}

/** Moves between the pages of a list whose length may be unknown. Looks like the `Pager` of tables. */
export function PageButtons({ pager, of, total }: PageButtonsProps) {
  if (!pager.hasPrevious && !pager.hasNext) return null
  const before = (pager.pageNumber - 1) * rowsPerPage
  return (
    <nav aria-label={`Pages of ${of}`} className="flex items-center justify-end gap-1">
      <span role="status" className="mr-2 text-content-muted text-sm tabular-nums">
        {`${formatCount(before + 1)}–${formatCount(before + pager.rows.length)}${total === undefined ? '' : ` of ${formatCount(total)}`}`}
      </span>
      <IconButton
        icon="chevron--left"
        label="Previous page"
        size="sm"
        isDisabled={!pager.hasPrevious}
        disabledReason="This is the first page"
        onPress={pager.previous}
      />
      <IconButton
        icon="chevron--right"
        label="Next page"
        size="sm"
        isDisabled={!pager.hasNext}
        disabledReason="This is the last page"
        isLoading={pager.isFetchingNext}
        onPress={pager.next}
      />
    </nav>
  )
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
  const pager = usePager(query, listName)
  return (
    <>
      {!query.data && failure && <NotLoaded />}
      {query.isPending && !failure && <ListPending label={`Loading ${of}...`} />}
      {isConfirmed && <LookUpError error={query.error} retry={() => void query.refetch()} />}
      {query.data && children(pager.rows)}
      <PageButtons pager={pager} of={of} />
    </>
  )
}

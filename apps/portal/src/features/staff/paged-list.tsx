import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { AdminError } from './admin-error.tsx'
import { PageButtons } from './page-buttons.tsx'
import { useStaffStanding } from './staff-standing.ts'
import { type PagedQuery, usePager } from './use-pager.ts'

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
  const { refusal } = useStaffStanding()
  const pager = usePager(query, listName)
  return (
    <>
      {query.isPending && !refusal && <ListPending label={`Loading ${of}...`} />}
      <AdminError error={query.error} onRetry={() => void query.refetch()} />
      {query.data && children(pager.rows)}
      <PageButtons pager={pager} of={of} />
    </>
  )
}

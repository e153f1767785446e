import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { AdminError } from './admin-error.tsx'
import { PageButtons } from './page-buttons.tsx'
import { useStaffStanding } from './staff-standing.ts'
import { type PagedQuery, usePager } from './use-pager.ts'

export interface PagedListProps<Row> {
  query: PagedQuery<Row> & Pick<UseInfiniteQueryResult, 'isPending' | 'error' | 'refetch'>
  /** What is listed: "the quarantined users". */
  of: string
  /** Tells one list from another in the same place: another begins at its first page. */
  listName?: string
  /** Shows the rows of a page. */
  children: (rows: readonly Row[]) => ReactNode
}

/** One page of a list, with the ways to the others; before that, that it is loading or why it is not there. */
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

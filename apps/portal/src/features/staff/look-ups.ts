/**
 * The look-ups of staff. Each one is recorded, so it is requested only when the staff member presses a button or opens a
 * page, and never in the background.
 */
import { staffSearch } from '@portal/contract/staff/search/search'
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../lib/request/api-query.ts'
import type { RequestError } from '../../lib/request/request-error.ts'

/** Disables every automatic refetch. */
export const askedOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchOnMount: false,
} as const

/** Refetches each time the page opens, and shows the cached result until the response arrives. */
const askedAtEachVisit = { ...askedOnce, refetchOnMount: 'always' } as const

export const searchQuery = (text: string) => ({
  ...apiQuery(staffSearch.search, { query: { text } }, { keyParts: [text] }),
  ...askedOnce,
})

export const peopleOfAddressQuery = (email: string) => ({
  ...apiQuery(staffSearch.listByEmail, { query: { email } }, { keyParts: [email] }),
  ...askedOnce,
})

export const workspaceOwnerQuery = (workspaceId: string) => ({
  ...apiQuery(staffSearch.readWorkspaceOwner, { params: { workspaceId } }, { expectedErrors: ['NotFound'] }),
  ...askedOnce,
})

export const personQuery = (userId: string) => ({
  ...apiQuery(staffSearch.readPerson, { params: { userId } }, { expectedErrors: ['NotFound'] }),
  ...askedAtEachVisit,
})

export const workspaceReportQuery = (workspaceId: string) => ({
  ...apiQuery(staffSearch.readWorkspace, { params: { workspaceId } }, { expectedErrors: ['NotFound'] }),
  ...askedAtEachVisit,
})

export type LookUpOptions<Data> = UseQueryOptions<Data, RequestError, Data, readonly unknown[]>

/** A look-up by one text that runs on demand. Asking for the same text again repeats the look-up. */
export function useLookUp<Data>(queryOf: (text: string) => LookUpOptions<Data>, firstText?: string) {
  const client = useQueryClient()
  const [text, setText] = useState(firstText)
  const query = useQuery({ ...queryOf(text ?? ''), enabled: text !== undefined })
  return {
    /** The last text that was looked up. Undefined before the first look-up. */
    text,
    data: query.data,
    error: query.error,
    isLoading: query.isFetching,
    ask(wanted: string): void {
      if (wanted === text) void query.refetch()
      else {
        client.removeQueries({ queryKey: queryOf(wanted).queryKey, exact: true })
        setText(wanted)
      }
    },
  }
}

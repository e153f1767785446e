import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RequestError } from '../../lib/request/request-error.ts'

type LookUpOptions<Data> = UseQueryOptions<Data, RequestError, Data, readonly unknown[]>

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

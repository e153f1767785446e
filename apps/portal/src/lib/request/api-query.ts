/** Query options of reads, for loaders, `useQuery` and `useSuspenseQuery`. */
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import type { ErrorType } from '@portal/contract/errors'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type RequestOptions, request } from './request.ts'
import type { RequestError } from './request-error.ts'

export interface ApiQueryOptions extends Pick<RequestOptions, 'keyParts'> {
  /** Errors that the page handles. They are logged as warnings and never end the session. */
  expectedErrors?: readonly ErrorType[]
}

/** The cache key of a read. Without the input, it matches every read of the call. */
export function queryKeyOf<E extends Endpoint>(call: E, input?: CallInput<E>): readonly unknown[] {
  return input ? [call.name, input.params ?? {}, input.query ?? {}] : [call.name]
}

/** A read. A list is requested with all of its pages. */
export function apiQuery<E extends Endpoint>(
  call: E,
  input: CallInput<E>,
  { expectedErrors, ...options }: ApiQueryOptions = {},
) {
  return queryOptions<CallResult<E>, RequestError>({
    queryKey: queryKeyOf(call, input),
    queryFn: () => request(call, input, options),
    meta: { expectedErrors },
  })
}

export interface RowPage<Row> {
  rows: Row[]
  hasMore: boolean
}

interface ApiPagesOptions<E extends Endpoint, Row> extends ApiQueryOptions {
  call: E
  /** The input without `limit` and `after`. */
  input: CallInput<E>
  pageSize: number
  toRows: (body: CallResult<E>) => Row[]
  /** The API's cursor for the page after this row. */
  cursorOf: (row: Row) => string
}

/** A list that is requested one page at a time, each with one extra row, which shows whether there is another page. */
export function apiPages<E extends Endpoint, Row>(pages: ApiPagesOptions<E, Row>) {
  const { call, input, pageSize, toRows, cursorOf, expectedErrors, ...options } = pages
  return infiniteQueryOptions({
    queryKey: [...queryKeyOf(call, input), 'pages'],
    // Canceled once no component needs the page any longer, such as after another search.
    queryFn: async ({ pageParam, signal }): Promise<RowPage<Row>> => {
      const query = Object.assign({}, input.query, { limit: String(pageSize + 1), after: pageParam })
      const rows = toRows(await request(call, { ...input, query } as CallInput<E>, { ...options, signal }))
      return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
    },
    meta: { expectedErrors },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ rows, hasMore }) => {
      const last = rows.at(-1)
      return hasMore && last !== undefined ? cursorOf(last) : undefined
    },
  })
}

/** The rows of all loaded pages, in order. */
export function rowsOf<Row>({ pages }: { pages: readonly RowPage<Row>[] }): Row[] {
  return pages.flatMap(({ rows }) => rows)
}

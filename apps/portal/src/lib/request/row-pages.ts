/** Lists of any length, requested one page at a time. */
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import { infiniteQueryOptions, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query'
import { queryKeyOf } from './queries.ts'
import { type CallOptions, request } from './request-layer.ts'
import { trackedRequest } from './request-record.ts'

export interface RowPage<Row> {
  rows: Row[]
  hasMore: boolean
}

type Cursor = string | undefined

interface RowPagesOptions<E extends Endpoint, Row> extends Pick<CallOptions<E>, 'keyParts'> {
  call: E
  /** The input without `limit` and `after`. */
  input: CallInput<E>
  pageSize: number
  toRows: (body: CallResult<E>) => Row[]
  /** The API's cursor for the page after this row. */
  cursorOf: (row: Row) => string
}

/** Query options of a paged list. Each page is requested with one extra row, which shows whether there is another page. */
export function rowPages<E extends Endpoint, Row>(options: RowPagesOptions<E, Row>) {
  const { call, input, keyParts, pageSize, toRows, cursorOf } = options
  return infiniteQueryOptions({
    queryKey: [...queryKeyOf(call, input), 'pages'],
    // Canceled once no component needs the page any longer, such as after another search.
    queryFn: async ({ pageParam, signal }: QueryFunctionContext<QueryKey, Cursor>): Promise<RowPage<Row>> => {
      const query = Object.assign({}, input.query, { limit: String(pageSize + 1), after: pageParam })
      const rows = toRows(await request(call, { ...input, query } as CallInput<E>, { signal }))
      return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
    },
    meta: { request: trackedRequest(call, input, keyParts) },
    initialPageParam: undefined as Cursor,
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

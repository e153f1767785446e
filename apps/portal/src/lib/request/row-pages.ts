/** Lists of any length, requested one page at a time. */
import { infiniteQueryOptions } from '@tanstack/react-query'

export interface RowPage<Row> {
  rows: Row[]
  hasMore: boolean
}

interface RowPagesOptions<Row> {
  queryKey: readonly unknown[]
  pageSize: number
  /** Requests a page with one extra row, which shows whether there is another page. */
  load: (page: { limit: string; after: string | undefined }) => Promise<Row[]>
  /** The API's cursor for the page after this row. */
  cursorOf: (row: Row) => string
}

/** Query options of a paged list. */
export function rowPages<Row>({ queryKey, pageSize, load, cursorOf }: RowPagesOptions<Row>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam }: { pageParam: string | undefined }): Promise<RowPage<Row>> => {
      const rows = await load({ limit: String(pageSize + 1), after: pageParam })
      return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
    },
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

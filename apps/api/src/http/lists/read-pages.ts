/** Reads any number of rows one page at a time, so that other requests can run between pages and memory stays constant. */

/** Decoding and formatting a page of this size takes less than a millisecond. */
const pageSize = 100

export interface Page {
  limit: number
  /** The key of the last row of the previous page. */
  after?: string | undefined
}

/** Yields pages that aren't empty. `read` must order its rows by `keyOf`. */
export async function* readPages<Row>(
  read: (page: Page) => PromiseLike<Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  let after: string | undefined
  for (;;) {
    const rows = await read({ limit: pageSize, after })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < pageSize) return
    after = keyOf(last)
  }
}

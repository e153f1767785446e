/** Reads any number of rows one page at a time, so that other requests can run between pages and memory stays constant. */

/** Rows that take less than a millisecond to decode and format. */
const pageSize = 100
/** How long to pause after a page, as a multiple of the time that it took. */
const pauseFactor = 3
const maxPauseMs = 50

export interface Page {
  limit: number
  /** The key of the last row of the previous page. */
  after?: string | undefined
}

/**
 * Yields pages that aren't empty. `read` must order its rows by `keyOf`. Pauses after each page, so that a long download
 * uses at most a quarter of the process.
 */
export async function* readPages<Row>(
  read: (page: Page) => PromiseLike<Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  let after: string | undefined
  for (;;) {
    const startedAt = performance.now()
    const rows = await read({ limit: pageSize, after })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < pageSize) return
    after = keyOf(last)
    const pauseMs = Math.min(pauseFactor * (performance.now() - startedAt), maxPauseMs)
    await new Promise((resume) => setTimeout(resume, pauseMs))
  }
}

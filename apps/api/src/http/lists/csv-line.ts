/** Quotes a cell, and escapes text that a spreadsheet would run as a formula. */
function csvCell(text: string | null): string {
  const plain = text ?? ''
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(plain) ? `'${plain}` : plain
  return `"${safe.replaceAll('"', '""')}"`
}

/** Formats one line of CSV (RFC 4180). */
export const csvLine = (cells: readonly (string | null)[]) => `${cells.map(csvCell).join(',')}\r\n`

/**
 * Streams pages of rows as CSV. Reads the first page before the response starts, so that a database error is still a 503 and not a
 * truncated file.
 */
export async function csvOf<Row>(
  header: string,
  pages: AsyncGenerator<Row[]>,
  lineOf: (row: Row) => string,
): Promise<AsyncIterable<string>> {
  const first: Row[] = (await pages.next()).value ?? []
  return (async function* () {
    yield header + first.map(lineOf).join('')
    for await (const rows of pages) yield rows.map(lineOf).join('')
  })()
}

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
 * @param columns the cell of each column, by its heading
 */
export async function csvOf<Row>(
  columns: Readonly<Record<string, (row: Row) => string | null>>,
  pages: AsyncGenerator<Row[]>,
): Promise<AsyncIterable<string>> {
  const cells = Object.values(columns)
  const linesOf = (rows: Row[]) => rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join('')
  const first: Row[] = (await pages.next()).value ?? []
  return (async function* () {
    yield csvLine(Object.keys(columns)) + linesOf(first)
    for await (const rows of pages) yield linesOf(rows)
  })()
}

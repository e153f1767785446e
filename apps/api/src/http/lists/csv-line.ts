/** Quotes a cell, and escapes text that a spreadsheet would run as a formula. */
function csvCell(text: string | null): string {
  const plain = text ?? ''
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(plain) ? `'${plain}` : plain
  return `"${safe.replaceAll('"', '""')}"`
}

/** Formats one line of CSV (RFC 4180). */
export const csvLine = (cells: readonly (string | null)[]) => `${cells.map(csvCell).join(',')}\r\n`

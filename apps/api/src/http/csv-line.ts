/** A cell that no spreadsheet takes for a formula, quoted, with its quotes doubled. */
function csvCell(text: string | null): string {
  const plain = text ?? ''
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(plain) ? `'${plain}` : plain
  return `"${safe.replaceAll('"', '""')}"`
}

/** One line of CSV (RFC 4180). What people typed is never a formula. */
export const csvLine = (cells: readonly (string | null)[]) => `${cells.map(csvCell).join(',')}\r\n`

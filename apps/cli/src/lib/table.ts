/** Tables that fit the terminal. */
import stringWidth from 'string-width'
import { safeText } from './safe-text.ts'

const gap = '  '
const narrowestColumn = 6

const segmenter = new Intl.Segmenter()

const charactersOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

function fit(text: string, width: number): string {
  const natural = stringWidth(text)
  if (natural <= width) return text + ' '.repeat(width - natural)
  let kept = ''
  let used = 0
  for (const character of charactersOf(text)) {
    const next = used + stringWidth(character)
    if (next > width - 1) break
    kept += character
    used = next
  }
  return `${kept}…${' '.repeat(width - used - 1)}`
}

/** Narrows the widest columns until the row fits. */
function columnWidths(natural: number[], columns: number): number[] {
  const widths = [...natural]
  const rowWidth = () => widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1))
  while (rowWidth() > columns) {
    const widest = Math.max(...widths)
    if (widest <= narrowestColumn) break
    widths[widths.lastIndexOf(widest)] = widest - 1
  }
  return widths
}

/** Formats rows below their headings, in at most `columns` terminal cells a line. */
export function formatTable(headings: string[], rows: string[][], columns: number): string[] {
  const lines = [headings, ...rows].map((row) => row.map(safeText))
  const natural = headings.map((_, index) => Math.max(...lines.map((row) => stringWidth(row[index] ?? ''))))
  const widths = columnWidths(natural, columns)
  return lines.map((row) =>
    row
      .map((cell, index) => fit(cell, widths[index] ?? 0))
      .join(gap)
      .trimEnd(),
  )
}

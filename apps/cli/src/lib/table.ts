/** Tables that fit the terminal. */
import { safeText } from './safe-text.ts'

const gap = '  '
const narrowestColumn = 6

const segmenter = new Intl.Segmenter()
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303e\uff01-\uff60])/u
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u

const charactersOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

function widthOfCharacter(character: string): number {
  if (invisible.test(character)) return 0
  return wide.test(character) ? 2 : 1
}

/** The number of terminal cells that a text fills. */
export function widthOf(text: string): number {
  return charactersOf(text).reduce((sum, character) => sum + widthOfCharacter(character), 0)
}

function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text + ' '.repeat(width - widthOf(text))
  let kept = ''
  let used = 0
  for (const character of charactersOf(text)) {
    const next = used + widthOfCharacter(character)
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
  const natural = headings.map((_, index) => Math.max(...lines.map((row) => widthOf(row[index] ?? ''))))
  const widths = columnWidths(natural, columns)
  return lines.map((row) =>
    row
      .map((cell, index) => fit(cell, widths[index] ?? 0))
      .join(gap)
      .trimEnd(),
  )
}

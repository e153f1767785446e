/** Writes results to stdout, and everything else to stderr. See docs/product/command-line.md#output. */
import process from 'node:process'
import { styleText } from 'node:util'
import type { ErrorReport } from './errors.ts'
import { safeJson, safeText } from './safe-text.ts'
import { formatTable } from './table.ts'

export interface Output {
  /** Set by `--json`. */
  isJson: boolean
  /** Whether stdout is a terminal. */
  isTerminal: boolean
  /** Writes the result: `value` as JSON for scripts, or what `print` writes for people. */
  result: (value: unknown, print: () => void) => void
  line: (text: string) => void
  /** Writes a result with a secret. Throws if it could not be written, so that the caller can revoke the secret. */
  secret: (text: string) => Promise<void>
  /** Whether the caller handles a failure of stdout. */
  isAwaited: boolean
  /** Writes a table, or `empty` to stderr if there are no rows. */
  table: (headings: string[], rows: string[][], empty: string) => void
  /** Writes one fact per line, aligned. */
  facts: (facts: Record<string, string | null | undefined>) => void
  /** Writes a message for people to stderr. */
  note: (text: string) => void
  error: (report: ErrorReport) => void
  clear: () => void
}

/** Colors the text if the stream is a terminal and `NO_COLOR` isn't set. */
const styled = (format: 'bold' | 'red', text: string, stream: NodeJS.WriteStream) =>
  styleText(format, text, { stream })

export function makeOutput(): Output {
  const { stdout, stderr } = process
  const columns = () => (stdout.isTTY ? stdout.columns : Number.POSITIVE_INFINITY)
  const line = (text: string) => void stdout.write(`${text}\n`)
  const output: Output = {
    isJson: false,
    isTerminal: stdout.isTTY === true,
    result: (value, print) => (output.isJson ? line(safeJson(value)) : print()),
    line: (text) => line(safeText(text)),
    isAwaited: false,
    secret(text) {
      output.isAwaited = true
      return new Promise((resolve, reject) => {
        stdout.write(`${text}\n`, (error) => (error ? reject(error) : resolve()))
      })
    },
    table(headings, rows, empty) {
      if (rows.length === 0) return output.note(empty)
      const [first = '', ...others] = formatTable(headings, rows, columns())
      line(styled('bold', first, stdout))
      for (const text of others) line(text)
    },
    facts(facts) {
      const rows = Object.entries(facts).filter(([, value]) => value !== undefined)
      const width = Math.max(...rows.map(([name]) => name.length))
      for (const [name, value] of rows) {
        const label = styled('bold', `${name}:`.padEnd(width + 2), stdout)
        line(`${label}${safeText(value || '-')}`)
      }
    },
    note: (text) => void stderr.write(`${safeText(text)}\n`),
    error({ text, json }) {
      stderr.write(`${output.isJson ? safeJson(json) : styled('red', text, stderr)}\n`)
    },
    clear: () => void stdout.write('\u001b[H\u001b[2J\u001b[3J'),
  }
  return output
}

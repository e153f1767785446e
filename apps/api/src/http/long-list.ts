/** Long lists let other requests run after every hundred rows that are mapped or serialized. A thousand rows can take ten milliseconds. */
import { setImmediate } from 'node:timers/promises'

/** Mapping or serializing this many rows takes less than a millisecond. */
const rowsPerTurn = 100

export const isLong = (rows: unknown): boolean => Array.isArray(rows) && rows.length > rowsPerTurn

/** Whether an answer is a long list or has one as a field. */
export const hasLongList = (answer: object): boolean => isLong(answer) || Object.values(answer).some(isLong)

/** Resolves when requests that have arrived in the meantime have run. */
export const nextTurn = (): Promise<void> => setImmediate()

/** Yields the rows in parts. Other requests can run before each part except the first one. */
export async function* splitInTurns<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += rowsPerTurn) {
    if (start > 0) await nextTurn()
    yield rows.slice(start, start + rowsPerTurn)
  }
}

/** Maps rows like `rows.map`, and lets other requests run after every hundred rows. */
export async function mapInTurns<Row, Mapped>(
  rows: readonly Row[],
  map: (row: Row) => Mapped,
): Promise<Mapped[]> {
  const mapped: Mapped[] = []
  for await (const part of splitInTurns(rows)) for (const row of part) mapped.push(map(row))
  return mapped
}

/** Streams responses of any length in constant memory. */
import type * as z from 'zod/mini'

/** Minimum number of characters per chunk. */
const chunkLength = 32_768

/** Joins small texts into larger chunks. */
async function* combined(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const text of texts) {
    chunk += text
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

/** Writes a JSON array. `textOf` writes an item, or several with commas between them. */
async function* arrayOf<T>(items: AsyncIterable<T>, textOf: (item: T) => string): AsyncGenerator<string> {
  let separator = '['
  for await (const item of items) {
    yield separator + textOf(item)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** Streams rows as a JSON array. An invalid row throws, which truncates the response, so that no client can parse it. */
export const jsonArray = (rows: AsyncIterable<unknown>, schema: z.ZodMiniType): AsyncIterable<string> =>
  combined(arrayOf(rows, (row) => JSON.stringify(schema.parse(row))))

/** A reply body that is too long to be held in memory. It is sent without validation. */
export class StreamedJson {
  readonly text: AsyncIterable<string>

  /** @param fields values, and pages of rows that are sent as one array */
  constructor(fields: Record<string, unknown>) {
    this.text = combined(jsonObject(fields))
  }
}

async function* jsonObject(fields: Record<string, unknown>): AsyncGenerator<string> {
  let separator = '{'
  for (const [name, value] of Object.entries(fields)) {
    yield `${separator}${JSON.stringify(name)}:`
    separator = ','
    if (isPages(value)) yield* arrayOf(value, (rows) => rows.map((row) => JSON.stringify(row)).join(','))
    else yield JSON.stringify(value)
  }
  yield separator === '{' ? '{}' : '}'
}

function isPages(value: unknown): value is AsyncIterable<readonly unknown[]> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

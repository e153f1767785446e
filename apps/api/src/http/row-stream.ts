/** Streams responses of any length in constant memory. */
import type * as z from 'zod/mini'

/** Minimum number of characters per chunk. */
const chunkLength = 32_768

/** Joins small texts into larger chunks. */
export async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const text of texts) {
    chunk += text
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

/** Streams rows as a JSON array. An invalid row throws, which truncates the response, so that no client can parse it. */
export async function* jsonArray(
  rows: AsyncIterable<unknown>,
  schema: z.ZodMiniType,
): AsyncGenerator<string> {
  yield* inChunks(
    (async function* () {
      let separator = '['
      for await (const row of rows) {
        yield `${separator}${JSON.stringify(schema.parse(row))}`
        separator = ','
      }
      yield separator === '[' ? '[]' : ']'
    })(),
  )
}

/** Answers of any length, sent as they are made: memory does not grow with them. */
import type * as z from 'zod/mini'

/** Characters that are gathered before they are sent. */
const chunkLength = 32_768

/** Texts in chunks worth sending. */
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

/** Rows as a JSON array. A row of the wrong shape throws, which cuts the answer off: no client takes it for whole. */
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

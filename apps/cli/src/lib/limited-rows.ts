/** Lists that can be long. See docs/product/command-line.md#long-lists. */
import { InvalidArgumentError, Option } from 'commander'
import type { Output } from './output.ts'

const defaultLimit = 1_000
const largestLimit = 100_000

function parseLimit(text: string): number {
  if (!/^[1-9][0-9]{0,5}$/.test(text) || Number(text) > largestLimit)
    throw new InvalidArgumentError(`Enter a whole number from 1 to ${largestLimit}.`)
  return Number(text)
}

export const limitOption = (noun: string, limit = defaultLimit): Option =>
  new Option('--limit <number>', `most ${noun} to list`).default(limit).argParser(parseLimit)

/** Reads rows until the limit. Says on stderr if there are more. The pages after the limit aren't requested. */
export async function takeRows<Row>(
  output: Output,
  rows: AsyncIterable<Row>,
  limit: number,
  noun: string,
): Promise<Row[]> {
  const taken: Row[] = []
  for await (const row of rows) {
    if (taken.length === limit) {
      output.note(`There are more than ${limit} ${noun}. Use --limit to list more of them.`)
      break
    }
    taken.push(row)
  }
  return taken
}

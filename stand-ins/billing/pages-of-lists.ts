import { integer, text } from './parameters.ts'
import { StripeError } from './stripe-error.ts'
import type { ApiList } from './stripe-objects.ts'

/** The pagination parameters of every list. */
export const pageShape = { limit: integer, starting_after: text(), ending_before: text() }

interface PageGiven {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/** Returns one page, newest first: ten items by default, at most a hundred. */
export function pageOf<Item extends { id: string }>(
  newestFirst: readonly Item[],
  given: PageGiven,
  url: string,
): ApiList<Item> {
  const { limit = 10, starting_after: after, ending_before: before } = given
  if (limit < 1 || limit > 100)
    throw new StripeError('This value must be greater than or equal to 1 and at most 100.', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    })
  const at = (id: string) => newestFirst.findIndex((item) => item.id === id)
  const start = after === undefined ? 0 : at(after) + 1
  const end = before === undefined ? newestFirst.length : at(before)
  const rest = newestFirst.slice(start, end)
  const data = before === undefined ? rest.slice(0, limit) : rest.slice(-limit)
  return { object: 'list', data, has_more: rest.length > data.length, url }
}

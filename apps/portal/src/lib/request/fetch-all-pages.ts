import type { WireRequest } from '@portal/contract/client'
import { isPaged, joinPages, nextAddress } from '@portal/contract/paging'
import { type Answer, type SendOptions, send } from './transport.ts'

/** Returns the cursor of the next page. The rest of the address is ignored, so that every request goes to the configured API. */
const cursorOf = ({ link }: Answer) =>
  new URLSearchParams(nextAddress(link)?.split('?')[1]).get('after') ?? undefined

/** A list of more pages is a mistake of the server, which would otherwise be asked for ever. */
const maxPages = 1_000

/**
 * Sends a request. For a list, also requests the following pages and returns all rows, unless the request asks for a single
 * page.
 */
export async function fetchAllPages(request: WireRequest, options: SendOptions): Promise<Answer> {
  const first = await send(request, options)
  if (request.method !== 'GET' || isPaged(request.query ?? {})) return first
  let { body } = first
  let after = cursorOf(first)
  for (let count = 1; after !== undefined; count += 1) {
    if (count === maxPages) throw new Error(`The list has more than ${maxPages} pages`)
    const page = await send({ ...request, query: { ...request.query, after } }, options)
    body = joinPages(body, page.body)
    after = cursorOf(page)
  }
  return { ...first, body }
}

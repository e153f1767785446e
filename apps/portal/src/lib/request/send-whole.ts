import type { WireRequest } from '@portal/contract/client'
import { isPaged, joinPages, nextAddress } from '@portal/contract/paging'
import { type Answer, type SendOptions, send } from './transport.ts'

/** Only the cursor is taken from the address, so that every page is requested from the configured API. */
const cursorOf = ({ link }: Answer) =>
  new URLSearchParams(nextAddress(link)?.split('?')[1]).get('after') ?? undefined

/** A list of more pages is a mistake of the server, which would otherwise be asked for ever. */
const maxPages = 1_000

/**
 * Sends a request and, for a list, also the requests for the pages that follow the first. A list that is requested by page stays
 * a page.
 */
export async function sendWhole(request: WireRequest, options: SendOptions): Promise<Answer> {
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

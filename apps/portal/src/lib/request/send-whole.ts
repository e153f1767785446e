import type { WireRequest } from '@portal/contract/client'
import { isPaged, joinPages, nextAddress } from '@portal/contract/paging'
import { type Answer, type SendOptions, send } from './transport.ts'

/** Only the cursor is taken from the address, so that every page is requested from the configured API. */
const cursorOf = ({ link }: Answer) =>
  new URLSearchParams(nextAddress(link)?.split('?')[1]).get('after') ?? undefined

/**
 * Sends a request and, for a list, also the requests for the pages that follow the first. A list that is requested by page stays
 * a page.
 */
export async function sendWhole(request: WireRequest, options: SendOptions): Promise<Answer> {
  const first = await send(request, options)
  if (request.method !== 'GET' || isPaged(request.query ?? {})) return first
  let { body } = first
  for (let after = cursorOf(first); after !== undefined; ) {
    const page = await send({ ...request, query: { ...request.query, after } }, options)
    body = joinPages(body, page.body)
    const next = cursorOf(page)
    after = next === after ? undefined : next
  }
  return { ...first, body }
}

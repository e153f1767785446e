import { nextAddress } from '@portal/contract/paging'

/** Returns the URL of the next page. It must be at the same API, because the request contains the token. */
export function nextPage(headers: Headers, current: string): string | undefined {
  const address = nextAddress(headers.get('link'))
  if (address === undefined) return undefined
  const next = URL.canParse(address, current) ? new URL(address, current) : undefined
  if (!next || next.origin !== new URL(current).origin || next.href === current)
    throw new Error('The API returned an invalid URL for the next page. Try again.')
  return next.href
}

import { nextAddress } from '@portal/contract/paging'
import { CommandError } from './errors.ts'

/** Returns the URL of the next page. It must be at the same API, because the request contains the token. */
export function nextPage(headers: Headers, current: string): string | undefined {
  const address = nextAddress(headers.get('link'))
  if (address === undefined) return undefined
  const next = new URL(address, current)
  if (next.origin !== new URL(current).origin || next.href === current)
    throw new CommandError('The API returned an invalid URL for the next page. Try again.')
  return next.href
}

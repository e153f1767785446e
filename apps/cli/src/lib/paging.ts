/** Lists in pages: `Link: <…>; rel="next"` (RFC 8288). */
import { CommandError } from './errors.ts'

const linkPattern = /<([^>]{1,4096})>([^,<]{0,1024})/g

/** Returns the URL of the next page. It must be at the same API, because the request contains the token. */
export function nextPage(headers: Headers, current: string): string | undefined {
  for (const [, target = '', parameters = ''] of (headers.get('link') ?? '').matchAll(linkPattern)) {
    if (!/;\s*rel="?next"?\s*(;|$)/i.test(parameters)) continue
    const next = new URL(target, current)
    if (next.origin !== new URL(current).origin || next.href === current)
      throw new CommandError('The API sent an invalid address for the next page. Try again.')
    return next.href
  }
  return undefined
}

/** A page is an array, or an object with arrays. */
export function joinPages(whole: unknown, page: unknown): unknown {
  if (Array.isArray(whole) && Array.isArray(page)) return [...whole, ...page]
  const joined = { ...(whole as Record<string, unknown>) }
  for (const [key, value] of Object.entries(page as Record<string, unknown>))
    if (Array.isArray(joined[key]) && Array.isArray(value)) joined[key] = [...joined[key], ...value]
  return joined
}

/**
 * Lists in pages: `Link: <…>; rel="next"` (RFC 8288). See docs/product/errors.md#lists. Separate from `page-query.ts`, so that
 * the portal's first page loads no schemas.
 */

/** Whether a request asks for a page of a list. Its query parameters may be invalid. */
export const isPaged = ({ limit, after }: { limit?: unknown; after?: unknown }): boolean =>
  limit !== undefined || after !== undefined

const linkPattern = /<([^>]{1,4096})>([^,<]{0,1024})/g

/** Returns the address of the next page from a `Link` header. Undefined on the last page. */
export function nextAddress(link: string | null): string | undefined {
  for (const [, target, parameters = ''] of (link ?? '').matchAll(linkPattern))
    if (/;\s*rel="?next"?\s*(;|$)/i.test(parameters)) return target
  return undefined
}

/**
 * Appends the rows of a page to those before it. A page is an array, or an object with arrays. Keeps the other fields of the
 * first page.
 */
export function joinPages(whole: unknown, page: unknown): unknown {
  if (Array.isArray(whole) && Array.isArray(page)) return [...whole, ...page]
  const joined = { ...(whole as Record<string, unknown>) }
  for (const [key, value] of Object.entries(page as Record<string, unknown>))
    if (Array.isArray(joined[key]) && Array.isArray(value)) joined[key] = [...joined[key], ...value]
  return joined
}

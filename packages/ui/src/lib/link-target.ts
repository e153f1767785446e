/** Whether a link is an http(s) URL with a different origin from the page. Returns false for an invalid URL. */
export function isExternalLink(href: string | undefined, pageOrigin: string): boolean {
  if (!href || !/^(https?:)?\/\//i.test(href.trim())) return false
  try {
    const url = new URL(href.trim(), pageOrigin)
    return (url.protocol === 'http:' || url.protocol === 'https:') && url.origin !== pageOrigin
  } catch {
    return false
  }
}

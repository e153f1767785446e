/** Whether a link is an http(s) address of another origin than the page's. Bad addresses are not. */
export function isExternalLink(href: string | undefined, pageOrigin: string): boolean {
  if (!href || !/^(https?:)?\/\//i.test(href.trim())) return false
  try {
    const url = new URL(href.trim(), pageOrigin)
    return (url.protocol === 'http:' || url.protocol === 'https:') && url.origin !== pageOrigin
  } catch {
    return false
  }
}

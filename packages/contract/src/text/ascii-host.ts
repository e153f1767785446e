/**
 * Host names in their ASCII form (`xn--…`). Letters of other scripts can look like Latin ones, so a person can't tell such a name
 * from another one. See docs/product/workspaces.md#type-and-address.
 */
declare const URL: new (text: string) => { hostname: string }

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters of ASCII
const nonAscii = /[^\x00-\x7f]/

/** Returns the ASCII form of a host name. Returns other text as it is. */
export function asciiHost(host: string): string {
  if (!nonAscii.test(host) || /[\s/?#@:\\[\]]/.test(host)) return host
  try {
    return new URL(`http://${host}`).hostname
  } catch {
    return host
  }
}

/** Returns a URL with the ASCII form of its host name. The rest stays as it is. */
export const withAsciiHost = (url: string): string =>
  url.replace(/^(https?:\/\/)([^/?#:@\\]+)/i, (_, scheme: string, host: string) => scheme + asciiHost(host))

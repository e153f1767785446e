const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns the origin of the API. Tokens are only sent over TLS, or to the same computer.
 * @param name what the errors call the address
 */
export function parseAddress(text: string, name = 'address'): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new TypeError(
      `${name} must be the address of the API, such as https://api.example.com, without a path.`,
    )
  if (url.username || url.password) throw new TypeError(`${name} must not contain a username or a password.`)
  if (url.protocol === 'http:' && !loopbackHosts.includes(url.hostname))
    throw new TypeError(`${name} must start with https://, because requests contain your token.`)
  return url.origin
}

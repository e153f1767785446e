/** `document.cookie` throws in a page that may not use cookies, such as one in a sandboxed frame. */
function readCookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}

/** Returns the value of a cookie, or undefined if it doesn't exist. */
export function cookieNamed(name: string): string | undefined {
  const start = `${name}=`
  const cookie = readCookies()
    .split(/; */)
    .find((pair) => pair.startsWith(start))
  const value = cookie?.slice(start.length)
  if (!value) return undefined
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

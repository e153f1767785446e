/** Returns the value of a cookie, or undefined if it doesn't exist. */
export function cookieNamed(name: string): string | undefined {
  const start = `${name}=`
  const cookie = document.cookie.split(/; */).find((pair) => pair.startsWith(start))
  const value = cookie?.slice(start.length)
  if (!value) return undefined
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

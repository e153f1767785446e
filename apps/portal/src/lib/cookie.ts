/** The value of one of the page's cookies; undefined where there is none of that name. */
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

/**
 * Returns a path of this origin, or `/` if the path is unsafe. A safe path starts with one slash, and a browser can't read it
 * as another host (`//host`, `/\host`, `/.//host`, a tab in between).
 */
export function ownPath(redirect: string, origin: string): string {
  if (!redirect.startsWith('/') || redirect.startsWith('//') || redirect.startsWith('/\\')) return '/'
  const url = URL.parse(redirect, origin)
  if (url?.origin !== new URL(origin).origin || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}

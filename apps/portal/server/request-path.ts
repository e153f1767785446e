/** What a request asks for, before any file is looked up. */

export type RequestPath =
  | { kind: 'bad' }
  /** Decoded, begins with `/`, and has no `.` or `..` in it. */
  | { kind: 'path'; path: string }

const longestPath = 8_192
// A NUL or another control character names no file and no route of ours.
const controlCharacter = /\p{Cc}/u

/** Decodes the path of a request line. Broken percent-encoding, control characters and dot segments are bad. */
export function parseRequestPath(requestUrl: string): RequestPath {
  if (requestUrl.length > longestPath || !requestUrl.startsWith('/')) return { kind: 'bad' }
  const [encoded = '/'] = requestUrl.split(/[?#]/, 1)
  let path: string
  try {
    path = decodeURIComponent(encoded)
  } catch {
    return { kind: 'bad' }
  }
  if (controlCharacter.test(path) || path.includes('\\')) return { kind: 'bad' }
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return { kind: 'bad' }
  return { kind: 'path', path }
}

/** Routes of the portal get its page; what names a file (an extension, `/assets/`, a dot file) must be there. */
export function isRoute(path: string): boolean {
  if (path.startsWith('/assets/')) return false
  const segments = path.split('/')
  if (segments.some((segment) => segment.startsWith('.'))) return false
  return !/\.[a-z0-9]{1,12}$/i.test(segments.at(-1) ?? '')
}

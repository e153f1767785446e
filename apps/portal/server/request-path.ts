/** Parses the path of a request before any file is looked up. */

export type RequestPath =
  | { kind: 'bad' }
  /** With invalid percent-encoding, as in a link that was cut off. The portal shows its 404 page. */
  | { kind: 'undecodable' }
  /** Decoded, starts with `/`, and contains no `.` or `..` segments. */
  | { kind: 'path'; path: string }

const longestPath = 8_192
// No file or route contains NUL or another control character.
const controlCharacter = /\p{Cc}/u

/** Decodes the path of a request line. Rejects control characters and dot segments. */
export function parseRequestPath(requestUrl: string): RequestPath {
  if (requestUrl.length > longestPath || !requestUrl.startsWith('/')) return { kind: 'bad' }
  const [encoded = '/'] = requestUrl.split(/[?#]/, 1)
  let path: string
  try {
    path = decodeURIComponent(encoded)
  } catch {
    return { kind: 'undecodable' }
  }
  if (controlCharacter.test(path) || path.includes('\\')) return { kind: 'bad' }
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return { kind: 'bad' }
  return { kind: 'path', path }
}

/** Whether the path is a portal route. Paths with an extension, in `/assets/` or with a leading dot name files. */
export function isRoute(path: string): boolean {
  if (path.startsWith('/assets/')) return false
  const segments = path.split('/')
  if (segments.some((segment) => segment.startsWith('.'))) return false
  return !/\.[a-z0-9]{1,12}$/i.test(segments.at(-1) ?? '')
}

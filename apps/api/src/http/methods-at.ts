import { calls } from '@portal/contract/calls'
import { type Endpoint, isUnsafeGet, pathSegments } from '@portal/contract/endpoint'

const routes = calls.map((call: Endpoint) => ({ call, segments: pathSegments(call) }))

const isParameter = (segment: string) => segment.startsWith(':')

/** The calls at a URL. A path without parameters takes precedence, as in the router. */
function callsAt(url: string): Endpoint[] {
  const path = url.split('?', 1)[0] ?? ''
  const given = path.replace(/\/$/, '').split('/').slice(1)
  return routes
    .filter(
      ({ segments }) =>
        segments.length === given.length &&
        segments.every((segment, at) => (isParameter(segment) ? given[at] !== '' : segment === given[at])),
    )
    .sort((a, b) => a.segments.filter(isParameter).length - b.segments.filter(isParameter).length)
    .map(({ call }) => call)
}

/** The call that a URL and a method lead to, such as the one that a preflight announces. */
export const findCallAt = (url: string, method: string): Endpoint | undefined =>
  callsAt(url).find((call) => call.method === method)

/** The methods that the calls accept at a URL, in alphabetical order. Empty if there is no call at this URL. */
export function methodsAt(url: string): string[] {
  const methods = new Set<string>()
  for (const call of callsAt(url)) {
    methods.add(call.method)
    if (call.method === 'GET' && !isUnsafeGet(call)) methods.add('HEAD')
  }
  return [...methods].sort()
}

import { calls } from '@portal/contract/calls'
import { type Endpoint, pathSegments } from '@portal/contract/endpoint'

const routes = calls.map((call: Endpoint) => ({ method: call.method, segments: pathSegments(call) }))

/** The methods that the calls accept at a URL, in alphabetical order. Empty if there is no call at this URL. */
export function methodsAt(url: string): string[] {
  const path = url.split('?', 1)[0] ?? ''
  const given = path.replace(/\/$/, '').split('/').slice(1)
  const methods = new Set<string>()
  for (const { method, segments } of routes) {
    const isHere =
      segments.length === given.length &&
      segments.every((segment, at) => (segment.startsWith(':') ? given[at] !== '' : segment === given[at]))
    if (isHere) methods.add(method)
  }
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods].sort()
}

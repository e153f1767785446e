import { calls } from '@portal/contract/calls'
import { type Endpoint, isUnsafeGet, pathSegments } from '@portal/contract/endpoint'

const routes = calls.map((call: Endpoint) => ({
  methods: call.method === 'GET' && !isUnsafeGet(call) ? ['GET', 'HEAD'] : [call.method],
  segments: pathSegments(call),
}))

/** The methods that the calls accept at a URL, in alphabetical order. Empty if there is no call at this URL. */
export function methodsAt(url: string): string[] {
  const path = url.split('?', 1)[0] ?? ''
  const given = path.replace(/\/$/, '').split('/').slice(1)
  const methods = new Set<string>()
  for (const { methods: accepted, segments } of routes) {
    const isHere =
      segments.length === given.length &&
      segments.every((segment, at) => (segment.startsWith(':') ? given[at] !== '' : segment === given[at]))
    if (isHere) for (const method of accepted) methods.add(method)
  }
  return [...methods].sort()
}

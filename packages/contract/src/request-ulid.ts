import { instanceRequestUlidHeaderName, requestUlidHeaderName } from './limits.ts'
import { isUlid } from './text-rules.ts'

/** The ulid that a client gave its request, by either name of the header; undefined when there is no valid one. */
export function requestUlidOf(headers: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of [requestUlidHeaderName, instanceRequestUlidHeaderName]) {
    const sent = headers[name]
    if (typeof sent === 'string' && isUlid(sent)) return sent
  }
  return undefined
}

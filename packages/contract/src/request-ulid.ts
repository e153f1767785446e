import { instanceRequestUlidHeaderName, requestUlidHeaderName } from './limits.ts'
import { isUlid } from './text/text-rules.ts'

/** The request's ulid from either header name, or undefined if neither has a valid one. */
export function requestUlidOf(headers: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of [requestUlidHeaderName, instanceRequestUlidHeaderName]) {
    const sent = headers[name]
    if (typeof sent === 'string' && isUlid(sent)) return sent
  }
  return undefined
}

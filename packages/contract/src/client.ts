/** How a call is sent. Clients use the same call objects that the server registers. */
import type { CallInput, Endpoint, Method } from './endpoint.ts'
import { pathOf } from './endpoint.ts'

/** A request before the transport adds headers. */
export interface WireRequest {
  method: Method
  path: string
  query?: Record<string, unknown>
  body?: unknown
}

export function wireRequest<E extends Endpoint>(call: E, input: CallInput<E>): WireRequest {
  const { params, query, body } = input as {
    params?: Record<string, string>
    query?: Record<string, unknown>
    body?: unknown
  }
  return {
    method: call.method,
    path: pathOf(call, params),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
  }
}

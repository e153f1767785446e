/** The typed client. It uses the same call objects that the server registers. The caller supplies the transport. */
import type { CallInput, CallResult, Endpoint, Method } from './endpoint.ts'
import { pathOf } from './endpoint.ts'

/** A request before the transport adds headers. */
export interface WireRequest {
  method: Method
  path: string
  query?: Record<string, unknown>
  body?: unknown
}

export type Transport<Options> = (call: Endpoint, request: WireRequest, options: Options) => Promise<unknown>

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

export type Client<Options> = <E extends Endpoint>(
  call: E,
  input: CallInput<E>,
  options: Options,
) => Promise<CallResult<E>>

/** Creates `client(call, input, options)`. The transport resolves with the response body and rejects on an error response. */
export function createClient<Options>(transport: Transport<Options>): Client<Options> {
  return async (call, input, options) =>
    (await transport(call, wireRequest(call, input), options)) as CallResult<typeof call>
}

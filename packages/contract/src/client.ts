/** The typed client: the same objects that the server registers. It knows no transport; the caller brings one. */
import type { CallInput, CallResult, Endpoint, Method } from './endpoint.ts'
import { pathOf } from './endpoint.ts'

/** One request as it travels, before a transport adds headers. */
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

/** Makes `client(call, input, options)`; the transport rejects on a refusal and resolves with the body. */
export function createClient<Options>(transport: Transport<Options>): Client<Options> {
  return async (call, input, options) =>
    (await transport(call, wireRequest(call, input), options)) as CallResult<typeof call>
}

/** The reads of pages, as query options. */
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import type { RequestError } from './request-error.ts'
import { requestKey } from './request-key.ts'
import { type RequestOptions, request } from './request-layer.ts'
import type { SentRequest } from './request-record.ts'

/** Adds the parts of the request key to the options of a request. They default to the path parameters. */
export interface CallOptions<E extends Endpoint = Endpoint> extends Omit<RequestOptions<E>, 'requestUlid'> {
  keyParts?: readonly (string | number | boolean)[]
}

/** The cache key of a read. Without the input, it matches every read of the call. */
export function queryKeyOf<E extends Endpoint>(call: E, input?: CallInput<E>): readonly unknown[] {
  if (!input) return [call.name]
  return [call.name, input.params ?? {}, input.query ?? {}]
}

/** What the record of a request contains before it is sent. */
export function sentRequest<E extends Endpoint>(
  call: E,
  input: CallInput<E>,
  options?: CallOptions<E>,
): SentRequest {
  const { params, ...payload } = input
  return { requestKey: requestKey(call, { params }, options?.keyParts), payload }
}

/** Query options of a read, for loaders, `useQuery` and `useSuspenseQuery`. */
export function queryFor<E extends Endpoint>(call: E, input: CallInput<E>, options?: CallOptions<E>) {
  return queryOptions<CallResult<E>, RequestError>({
    queryKey: queryKeyOf(call, input),
    queryFn: () => request(call, input, options),
    meta: { request: sentRequest(call, input, options) },
  })
}

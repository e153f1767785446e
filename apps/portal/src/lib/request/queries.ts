/** Query options of reads. */
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import type { RequestError } from './request-error.ts'
import { type CallOptions, request } from './request-layer.ts'
import { trackedRequest } from './request-record.ts'

/** The cache key of a read. Without the input, it matches every read of the call. */
export function queryKeyOf<E extends Endpoint>(call: E, input?: CallInput<E>): readonly unknown[] {
  if (!input) return [call.name]
  return [call.name, input.params ?? {}, input.query ?? {}]
}

/** Query options of a read, for loaders, `useQuery` and `useSuspenseQuery`. */
export function queryFor<E extends Endpoint>(call: E, input: CallInput<E>, options?: CallOptions<E>) {
  return queryOptions<CallResult<E>, RequestError>({
    queryKey: queryKeyOf(call, input),
    queryFn: () => request(call, input, options),
    meta: { request: trackedRequest(call, input, options?.keyParts) },
  })
}

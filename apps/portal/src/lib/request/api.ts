/** What pages use of the request layer: query options for reads, `useCall` for writes, both keyed by the contract's call. */
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import type { RequestStatus } from '@portal/ui/lib/request-status'
import { queryOptions } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { RequestError } from './request-error.ts'
import { requestKey } from './request-key.ts'
import { type RequestOptions, request } from './request-layer.ts'
import { useRequestRecord } from './request-record.ts'
import { requestStatus } from './request-status.ts'

/** The cache key of a read; without the input, of every read by that call. */
export function queryKeyOf<E extends Endpoint>(call: E, input?: CallInput<E>): readonly unknown[] {
  if (!input) return [call.name]
  return [call.name, input.params ?? {}, input.query ?? {}]
}

/** Query options of a read, for loaders, `useQuery` and `useSuspenseQuery`. */
export function queryFor<E extends Endpoint>(call: E, input: CallInput<E>, options?: RequestOptions<E>) {
  return queryOptions<CallResult<E>, RequestError>({
    queryKey: queryKeyOf(call, input),
    queryFn: () => request(call, input, options),
  })
}

/** What a write came to; it never rejects, so that no caller can forget the failure. */
export type CallOutcome<T> = { isOk: true; data: T } | { isOk: false; error: RequestError }

export interface CallHandle<E extends Endpoint> {
  run(input: CallInput<E>, options?: RequestOptions<E>): Promise<CallOutcome<CallResult<E>>>
  /** How the last request of this component stands; takes it to a button, or to a status box. */
  status: RequestStatus
  error: RequestError | undefined
  /** Back to "not requested". */
  reset(): void
}

/** A write by a component. What another component did with the same call does not show here. */
export function useCall<E extends Endpoint>(call: E, shared?: RequestOptions<E>): CallHandle<E> {
  const [key, setKey] = useState<string>()
  const record = useRequestRecord(key)
  const run: CallHandle<E>['run'] = async (input, options) => {
    const all = { ...shared, ...options }
    setKey(requestKey(call, input, all.keyParts))
    try {
      return { isOk: true, data: await request(call, input, all) }
    } catch (error) {
      return { isOk: false, error: error as RequestError }
    }
  }
  const reset = useCallback(() => setKey(undefined), [])
  return { run, status: requestStatus(record), error: record?.error, reset }
}

/**
 * The request layer's interface for pages: query options for reads, `useCall` for the writes of a component, and `runCall`
 * for writes whose status no component shows.
 */
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import type { RequestStatus } from '@portal/ui/lib/request-status'
import { queryOptions } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { RequestError } from './request-error.ts'
import { requestKey } from './request-key.ts'
import { type RequestOptions, request } from './request-layer.ts'
import { useRequestRecord } from './request-record.ts'
import { requestStatus } from './request-status.ts'

/** The cache key of a read. Without the input, it matches every read of the call. */
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

/** The outcome of a write. `run` never rejects, so that callers must handle the failure. */
export type CallOutcome<T> = { isOk: true; data: T } | { isOk: false; error: RequestError }

/** Makes a write whose status no component shows, such as an undo in a toast. Never rejects. */
export async function runCall<E extends Endpoint>(
  call: E,
  input: CallInput<E>,
  options?: RequestOptions<E>,
): Promise<CallOutcome<CallResult<E>>> {
  try {
    return { isOk: true, data: await request(call, input, options) }
  } catch (error) {
    return { isOk: false, error: error as RequestError }
  }
}

export interface CallHandle<E extends Endpoint> {
  run(input: CallInput<E>, options?: RequestOptions<E>): Promise<CallOutcome<CallResult<E>>>
  /** The status of this component's last request, for a button or an error block. */
  status: RequestStatus
  error: RequestError | undefined
  /** Resets the status to "not requested". */
  reset(): void
}

/** A write by a component. It doesn't show the status of the same call in other components. */
export function useCall<E extends Endpoint>(call: E, shared?: RequestOptions<E>): CallHandle<E> {
  const [key, setKey] = useState<string>()
  const record = useRequestRecord(key)
  const run: CallHandle<E>['run'] = (input, options) => {
    const all = { ...shared, ...options }
    setKey(requestKey(call, input, all.keyParts))
    return runCall(call, input, all)
  }
  const reset = useCallback(() => setKey(undefined), [])
  // A dialog already asks for the sign-in, so the page behind it shows no failure.
  if (record?.error?.code === 'FreshSignInRequired')
    return { run, status: requestStatus(undefined), error: undefined, reset }
  return { run, status: requestStatus(record), error: record?.error, reset }
}

/** Writes and downloads: `useCall` in components, `runCall` where no component shows the status. */
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import { notRequested, type RequestStatus } from '@portal/ui/lib/request-status'
import { mutationOptions, type QueryClient, useMutation } from '@tanstack/react-query'
import type { RequestError } from './request-error.ts'
import { type CallOptions, request } from './request-layer.ts'
import { requestRecord, type TrackedRequest, trackedRequest } from './request-record.ts'
import { requestStatus } from './request-status.ts'
import { ulidOf } from './request-ulid.ts'

/** The outcome of a write. `run` never rejects, so that callers must handle the failure. */
export type CallOutcome<T> = { isOk: true; data: T } | { isOk: false; error: RequestError }

interface Write extends TrackedRequest {
  send: () => Promise<void>
}

const writeOptions = mutationOptions<void, RequestError, Write>({ mutationFn: ({ send }) => send() })

/** Runs a write as a mutation. The response goes only to the caller, because a cache must not contain secrets. */
async function runWrite<E extends Endpoint>(
  mutate: (write: Write) => Promise<void>,
  call: E,
  input: CallInput<E>,
  options: CallOptions<E> = {},
): Promise<CallOutcome<CallResult<E>>> {
  const sent = trackedRequest(call, input, options.keyParts)
  const requestUlid = ulidOf(call, sent)
  const responses: CallResult<E>[] = []
  const send = async () => {
    responses.push(await request(call, input, { ...options, requestUlid }))
  }
  try {
    await mutate({ ...sent, requestUlid, send })
    // Removed from the array, because the mutation's variables keep `send`, and `send` keeps the array.
    return { isOk: true, data: responses.pop() as CallResult<E> }
  } catch (error) {
    return { isOk: false, error: error as RequestError }
  }
}

/** Makes a write whose status no component shows, such as an undo in a toast. Never rejects. */
export function runCall<E extends Endpoint>(
  client: QueryClient,
  call: E,
  input: CallInput<E>,
  options?: CallOptions<E>,
): Promise<CallOutcome<CallResult<E>>> {
  const mutation = client.getMutationCache().build(client, client.defaultMutationOptions(writeOptions))
  return runWrite((write) => mutation.execute(write), call, input, options)
}

export interface CallHandle<E extends Endpoint> {
  run(input: CallInput<E>, options?: CallOptions<E>): Promise<CallOutcome<CallResult<E>>>
  /** The status of this component's last request, for a button or an error block. */
  status: RequestStatus
  error: RequestError | undefined
  /** Resets the status to "not requested". */
  reset(): void
}

/** A write by a component. It doesn't show the status of the same call in other components. */
export function useCall<E extends Endpoint>(call: E, shared?: CallOptions<E>): CallHandle<E> {
  const { mutateAsync, reset, status, error, variables } = useMutation(writeOptions)
  const run: CallHandle<E>['run'] = (input, options) =>
    runWrite(mutateAsync, call, input, { ...shared, ...options })
  // A dialog already asks for the sign-in, so the page behind it shows no failure.
  if (error?.code === 'FreshSignInRequired') return { run, status: notRequested, error: undefined, reset }
  const record = variables && requestRecord(variables.requestKey)
  return { run, status: requestStatus({ status, error }, record), error: error ?? undefined, reset }
}

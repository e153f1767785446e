/** The record of each request, updated on the events of the query and mutation caches. */
import type { CallInput, Endpoint } from '@portal/contract/endpoint'
import type { Mutation, QueryClient } from '@tanstack/react-query'
import type { RequestError } from './request-error.ts'
import { type KeyParts, requestKey } from './request-key.ts'

/** Describes a request, in a query's `meta` and in a mutation's variables. */
export interface TrackedRequest {
  requestKey: string
  payload: unknown
  /** Identifies the request to the API. Set for writes only. */
  requestUlid?: string
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { request?: TrackedRequest }
  }
}

/** Describes a request before it is sent. */
export function trackedRequest<E extends Endpoint>(
  call: E,
  { params, ...payload }: CallInput<E>,
  keyParts?: KeyParts,
): TrackedRequest {
  return { requestKey: requestKey(call, { params }, keyParts), payload }
}

export interface RequestRecord extends Pick<TrackedRequest, 'payload' | 'requestUlid'> {
  /** Times in milliseconds since the epoch. */
  requestedAt: number
  /** Resolves without a value when the response arrives, or rejects with a RequestError. */
  completed: Promise<void>
  lastSuccessAt?: number
  receivedAt?: number
  error?: RequestError
}

const records = new Map<string, RequestRecord>()

export function requestRecord(key: string): RequestRecord | undefined {
  return records.get(key)
}

/** Clears all records, so that the next user of this browser doesn't see them. */
export function forgetRequests(): void {
  records.clear()
}

export const isPending = ({ receivedAt }: RequestRecord) => receivedAt === undefined

/** Records a request as sent. `response` returns its promise, which exists only after the cache's event. */
function recordSent(sent: TrackedRequest, response: () => Promise<unknown> | undefined) {
  const { requestKey: key, payload, requestUlid } = sent
  const earlier = requestRecord(key)
  // An identical pending write has the same ulid. It is sent once.
  if (requestUlid !== undefined && earlier?.requestUlid === requestUlid && isPending(earlier)) return
  const completed = Promise.resolve()
    .then(response)
    .then(() => {})
  // Prevents an unhandled rejection if no code awaits `completed`.
  completed.catch(() => {})
  const requestedAt = Date.now()
  records.set(key, { payload, requestUlid, requestedAt, completed, lastSuccessAt: earlier?.lastSuccessAt })
}

/** Records the outcome, unless a later write with the same key has replaced the record. */
function recordOutcome({ requestKey: key, requestUlid }: TrackedRequest, error?: RequestError) {
  const record = requestRecord(key)
  if (!record || !isPending(record) || record.requestUlid !== requestUlid) return
  const receivedAt = Date.now()
  records.set(key, { ...record, receivedAt, ...(error ? { error } : { lastSuccessAt: receivedAt }) })
}

/** A canceled read has no outcome. What remains is the last success, if there was one. */
function recordCancellation({ requestKey: key }: TrackedRequest) {
  const record = requestRecord(key)
  if (!record || !isPending(record)) return
  if (record.lastSuccessAt === undefined) records.delete(key)
  else records.set(key, { ...record, receivedAt: record.lastSuccessAt })
}

/** Records the requests of this client's queries and mutations. */
export function recordRequests(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const sent = query.meta?.request
    if (!sent) return
    if (action.type === 'fetch') recordSent(sent, () => query.promise)
    if (action.type === 'success' && !action.manual) recordOutcome(sent)
    if (action.type === 'error') recordOutcome(sent, action.error)
    if (action.type === 'setState' && query.state.fetchStatus === 'idle') recordCancellation(sent)
  })
  client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action } = event
    const mutation = event.mutation as Mutation<void, RequestError, TrackedRequest>
    const sent = mutation.state.variables
    if (!sent) return
    // While a mutation runs, `continue` only returns its promise.
    if (action.type === 'pending') recordSent(sent, () => mutation.continue())
    if (action.type === 'success') recordOutcome(sent)
    if (action.type === 'error') recordOutcome(sent, action.error)
  })
}

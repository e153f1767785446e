/** The record of each request, kept from the query and mutation caches. */
import type { Mutation, QueryClient } from '@tanstack/react-query'
import type { RequestError } from './request-error.ts'

/** What a query's `meta` and a mutation's variables tell about their request. */
export interface SentRequest {
  requestKey: string
  payload: unknown
  /** Identifies a write at the API. */
  requestUlid?: string
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { request?: SentRequest }
  }
}

export interface RequestRecord extends Omit<SentRequest, 'requestKey'> {
  /** Times in milliseconds since the epoch. */
  requestedAt: number
  /** Resolves when the response arrives, without its body, or rejects with a RequestError. */
  completed: Promise<void>
  lastSuccessAt?: number
  receivedAt?: number
  error?: RequestError
}

interface Tracked {
  record: RequestRecord
  settle: Pick<PromiseWithResolvers<void>, 'resolve' | 'reject'>
}

const tracked = new Map<string, Tracked>()

export function requestRecord(key: string): RequestRecord | undefined {
  return tracked.get(key)?.record
}

/** Clears all records, so that the next user of this browser doesn't see them. */
export function forgetRequests(): void {
  tracked.clear()
}

function recordRequest({ requestKey, ...sent }: SentRequest) {
  const { promise: completed, ...settle } = Promise.withResolvers<void>()
  // A record that nobody waits for must not report an unhandled rejection.
  completed.catch(() => {})
  const lastSuccessAt = requestRecord(requestKey)?.lastSuccessAt
  tracked.set(requestKey, { record: { ...sent, requestedAt: Date.now(), completed, lastSuccessAt }, settle })
}

/** Records the outcome, unless a later request with the same key has replaced it. */
function recordOutcome({ requestKey, requestUlid }: SentRequest, error?: RequestError) {
  const known = tracked.get(requestKey)
  if (!known || known.record.requestUlid !== requestUlid) return
  const { record, settle } = known
  const receivedAt = Date.now()
  const outcome = error ? { error } : { lastSuccessAt: receivedAt }
  tracked.set(requestKey, { record: { ...record, receivedAt, ...outcome }, settle })
  if (error) settle.reject(error)
  else settle.resolve()
}

/** Keeps a record of the requests of this client's queries and mutations. */
export function recordRequests(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const sent = query.meta?.request
    if (!sent) return
    if (action.type === 'fetch') recordRequest(sent)
    if (action.type === 'success' && !action.manual) recordOutcome(sent)
    if (action.type === 'error') recordOutcome(sent, action.error)
  })
  client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { mutation, action } = event
    const sent = (mutation as Mutation<void, RequestError, SentRequest>).state.variables
    if (!sent) return
    if (action.type === 'pending') recordRequest(sent)
    if (action.type === 'success') recordOutcome(sent)
    if (action.type === 'error') recordOutcome(sent, action.error)
  })
}

/** What is remembered of each request, by its key (SPEC section 3, "Request tracking record"). */
import { useSyncExternalStore } from 'react'
import type { RequestError } from './request-error.ts'

export interface RequestRecord {
  /** Times in milliseconds since the epoch. */
  requestedAt: number
  payload: unknown
  /** Settles with the request: the body, or a RequestError. */
  completed: Promise<unknown>
  lastSuccessAt?: number
  receivedAt?: number
  error?: RequestError
}

const records = new Map<string, RequestRecord>()
const listeners = new Set<() => void>()

function write(key: string, record: RequestRecord) {
  records.set(key, record)
  for (const listener of listeners) listener()
}

export function requestRecord(key: string): RequestRecord | undefined {
  return records.get(key)
}

/** Remembers a request as sent; the time of an earlier success stays. */
export function recordRequest(key: string, payload: unknown, completed: Promise<unknown>): RequestRecord {
  const lastSuccessAt = records.get(key)?.lastSuccessAt
  const record = { requestedAt: Date.now(), payload, completed, lastSuccessAt }
  write(key, record)
  return record
}

/** Remembers the outcome, unless a later request of the same key has taken its place. */
export function recordOutcome(key: string, completed: Promise<unknown>, error?: RequestError): void {
  const record = records.get(key)
  if (record?.completed !== completed) return
  const receivedAt = Date.now()
  write(key, error ? { ...record, receivedAt, error } : { ...record, receivedAt, lastSuccessAt: receivedAt })
}

/** Forgets everything: the next person at this browser starts afresh. */
export function forgetRequests(): void {
  records.clear()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The record of a key as it changes; undefined while nothing was requested. */
export function useRequestRecord(key: string | undefined): RequestRecord | undefined {
  return useSyncExternalStore(subscribe, () => (key === undefined ? undefined : records.get(key)))
}

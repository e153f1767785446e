/** The record of each request, by its key. */
import { useSyncExternalStore } from 'react'
import type { RequestError } from './request-error.ts'

export interface RequestRecord {
  /** Times in milliseconds since the epoch. */
  requestedAt: number
  payload: unknown
  requestUlid: string
  /** Resolves to the body or rejects with a RequestError. */
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

/** Records a request as sent, and keeps the time of the last success. */
export function recordRequest(
  key: string,
  sent: Pick<RequestRecord, 'payload' | 'requestUlid' | 'completed'>,
): RequestRecord {
  const lastSuccessAt = records.get(key)?.lastSuccessAt
  const record = { requestedAt: Date.now(), ...sent, lastSuccessAt }
  write(key, record)
  return record
}

/** Records the outcome, unless a later request with the same key has replaced it. */
export function recordOutcome(key: string, completed: Promise<unknown>, error?: RequestError): void {
  const record = records.get(key)
  if (record?.completed !== completed) return
  const receivedAt = Date.now()
  write(key, error ? { ...record, receivedAt, error } : { ...record, receivedAt, lastSuccessAt: receivedAt })
}

/** Clears all records, so that the next user of this browser doesn't see them. */
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

/** Returns the record of a key and re-renders when it changes. Undefined before the first request. */
export function useRequestRecord(key: string | undefined): RequestRecord | undefined {
  return useSyncExternalStore(subscribe, () => (key === undefined ? undefined : records.get(key)))
}

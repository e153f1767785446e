/** The last request of each key: docs/product/errors.md#messages-in-the-portal. */
import type { Endpoint } from '@portal/contract/endpoint'
import { requestKeySeparator } from '@portal/contract/limits'
import type { RequestError } from './request-error.ts'

export type KeyParts = readonly (string | number | boolean)[]

/** The key of a request: the call's action or name, followed by `parts`, which default to the path parameters. */
export function requestKey(
  call: Endpoint,
  input: { params?: unknown } = {},
  parts: KeyParts = Object.values(input.params ?? {}),
): string {
  return [call.action ?? call.name, ...parts].join(requestKeySeparator)
}

export interface RequestRecord {
  /** Times in milliseconds since the epoch. */
  requestedAt: number
  payload: unknown
  requestUlid: string
  /** The response, until it arrives. No record keeps one, because it may contain a secret. */
  pending: Promise<unknown> | undefined
  /** Resolves without a value when the response arrives, or rejects with a RequestError. */
  completed: Promise<void>
  lastSuccessAt: number | undefined
  receivedAt?: number
  error?: RequestError
}

const records = new Map<string, RequestRecord>()

export const requestRecord = (key: string): RequestRecord | undefined => records.get(key)

/** Clears all records, so that the next user of this browser doesn't see them. */
export const forgetRequests = (): void => records.clear()

interface SentRequest extends Pick<RequestRecord, 'payload' | 'requestUlid'> {
  response: Promise<unknown>
  signal: AbortSignal | undefined
}

/** Records a request as sent, and its outcome before the caller receives it. A canceled read leaves the earlier record. */
export function recordRequest(key: string, { response, signal, ...sent }: SentRequest): void {
  const earlier = records.get(key)
  const receive = (outcome: Partial<RequestRecord>) =>
    Object.assign(record, { pending: undefined, receivedAt: Date.now() }, outcome)
  const record: RequestRecord = {
    ...sent,
    requestedAt: Date.now(),
    pending: response,
    completed: response.then(
      () => {
        receive({ lastSuccessAt: Date.now() })
      },
      (error: RequestError) => {
        receive({ error })
        if (signal?.aborted && records.get(key) === record)
          earlier ? records.set(key, earlier) : records.delete(key)
        throw error
      },
    ),
    lastSuccessAt: earlier?.lastSuccessAt,
  }
  // Prevents an unhandled rejection if no code awaits `completed`.
  record.completed.catch(() => {})
  records.set(key, record)
}

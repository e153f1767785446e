/** The request layer. Every call to the API goes through `request`. */
import { wireRequest } from '@portal/contract/client'
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import type { ErrorType } from '@portal/contract/errors'
import { announceFreshSignIn } from '../guard/fresh-sign-in-events.ts'
import { announceRefusal } from '../guard/session-events.ts'
import { fetchAllPages } from './fetch-all-pages.ts'
import { type RequestError, toRequestError } from './request-error.ts'
import type { KeyParts } from './request-key.ts'
import { traceRequest } from './tracing.ts'
import { ulid } from './ulid.ts'

export interface RequestOptions<E extends Endpoint = Endpoint> {
  /** Identifies the request to the API. Defaults to a new ulid. A write whose ulid is pending is not sent again. */
  requestUlid?: string
  /** Sends the ulid only in the header and leaves the payload unchanged. */
  isUlidInHeadersOnly?: boolean
  /** Delays the request, to test how a screen handles a slow response. */
  delayMs?: number
  /** For tracing. Defaults to the path's `workspaceId`. */
  workspaceId?: string
  changeSetId?: string
  /** Applies the expected outcome immediately. Returns a function that reverts it if the request fails. */
  optimistic?: () => () => void
  onSuccess?: (body: CallResult<E>) => void
  /** A returned value other than undefined replaces the response body. */
  onFailure?: (body: unknown, error: RequestError) => unknown
  /** Errors handled by the page. They are logged as warnings and never end the session. */
  expectedErrors?: readonly ErrorType[]
  /** Cancels a read. No other caller can reuse such a read. */
  signal?: AbortSignal
}

/** The options of a call by a page. */
export interface CallOptions<E extends Endpoint = Endpoint>
  extends Omit<RequestOptions<E>, 'requestUlid' | 'signal'> {
  /** Identify the request's record. Default to the path parameters. Reads that differ only in their query need different ones. */
  keyParts?: KeyParts
}

const sleep = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs))

async function exchange<E extends Endpoint>(
  call: E,
  input: CallInput<E>,
  options: RequestOptions<E>,
  requestUlid: string,
) {
  const params = input.params as Record<string, string> | undefined
  const { headers, end } = traceRequest(call, {
    requestUlid,
    params,
    workspaceId: options.workspaceId ?? params?.workspaceId,
    changeSetId: options.changeSetId,
  })
  try {
    if (options.delayMs) await sleep(options.delayMs)
    const response = await fetchAllPages(wireRequest(call, input), {
      requestUlid,
      isUlidInHeadersOnly: options.isUlidInHeadersOnly ?? false,
      headers,
      signal: options.signal,
    })
    end(response)
    return response.body as CallResult<E>
  } catch (cause) {
    const error = toRequestError(cause, requestUlid)
    // A canceled read is not an error.
    end({ status: error.status, ...(!options.signal?.aborted && { error }) })
    throw error
  }
}

function fail<E extends Endpoint>(call: E, original: RequestError, options: RequestOptions<E>): RequestError {
  const replaced = options.onFailure?.(original.body, original)
  const error = replaced === undefined ? original : original.withBody(replaced)
  const isStale = original.code === 'FreshSignInRequired'
  const isExpected = isStale || options.expectedErrors?.some((type) => type === original.code)
  const line = [`${call.name} failed: ${error.message}`, error.code ?? '', error.requestId ?? '']
  if (isExpected) {
    console.warn(...line)
  } else {
    console.error(...line)
    announceRefusal(original.code)
  }
  if (isStale) announceFreshSignIn(error.message)
  return error
}

/** Reads by call and input, and writes by ulid. */
const pendingReads = new Map<string, Promise<unknown>>()
const pendingWrites = new Map<string, Promise<unknown>>()

/** Lets no later read reuse a pending one, because its response may be of another user or from before a write. */
export function forgetPendingReads(): void {
  pendingReads.clear()
}

/**
 * Makes a call. Reuses an identical pending read, and a pending write with the same ulid. On failure, it reverts the
 * optimistic change, logs the error once and rejects with a RequestError. A canceled read rejects without a log.
 */
export function request<E extends Endpoint>(
  call: E,
  input: CallInput<E>,
  options: RequestOptions<E> = {},
): Promise<CallResult<E>> {
  const { requestUlid = ulid(), signal } = options
  const isRead = call.method === 'GET'
  const pending = isRead ? pendingReads : pendingWrites
  const key = isRead && !signal ? JSON.stringify([call.name, input]) : requestUlid
  const identical = pending.get(key)
  if (identical) return identical as Promise<CallResult<E>>

  const rollback = options.optimistic?.()
  const completed = exchange(call, input, options, requestUlid)
    .then(
      (body) => {
        options.onSuccess?.(body)
        return body
      },
      (original: RequestError) => {
        rollback?.()
        if (signal?.aborted) throw original
        throw fail(call, original, options)
      },
    )
    .finally(() => {
      if (pending.get(key) === completed) pending.delete(key)
      if (!isRead) forgetPendingReads()
    })
  pending.set(key, completed)
  return completed
}

/** Sends the calls of the contract. Pages use `apiQuery` and `useApiMutation`, whose caches report failures. */
import { type WireRequest, wireRequest } from '@portal/contract/client'
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import { isPaged, joinPages, nextAddress } from '@portal/contract/paging'
import { ulid } from 'ulid'
import { type RequestError, toRequestError } from './request-error.ts'
import { type KeyParts, recordRequest, requestKey, requestRecord } from './request-record.ts'
import { traceRequest } from './tracing.ts'
import { type Answer, type SendOptions, send } from './transport.ts'

export interface RequestOptions {
  /** Identify the request's record. Default to the path parameters. */
  keyParts?: KeyParts
  /** Sends the ulid only in the header and leaves the payload unchanged. */
  isUlidInHeadersOnly?: boolean
  /** Delays the request, to test how a screen handles a slow response. */
  delayMs?: number
  /** For tracing. Defaults to the path's `workspaceId`. */
  workspaceId?: string
  changeSetId?: string
  /** A returned value other than undefined replaces the response body. */
  onFailure?: (body: unknown, error: RequestError) => unknown
  /** Cancels a read. */
  signal?: AbortSignal
}

/** The request may have succeeded without a response. */
const isLost = (error?: RequestError) =>
  error !== undefined && (error.status === undefined || error.status >= 500)

/**
 * Makes a call and resolves to its success body. An identical pending write is not sent again. A creation that may have succeeded
 * without a response is repeated with the same ulid, so that nothing is created twice. Rejects with a RequestError.
 */
export function request<E extends Endpoint>(
  call: E,
  input: CallInput<E>,
  options: RequestOptions = {},
): Promise<CallResult<E>> {
  const key = requestKey(call, input, options.keyParts)
  // A form can't be compared, so it equals only itself.
  const { query, body }: { query?: unknown; body?: unknown } = input
  const payload = body instanceof FormData ? body : JSON.stringify([query, body])
  const last = requestRecord(key)
  const repeated = call.method !== 'GET' && last?.payload === payload ? last : undefined
  if (repeated?.pending) return repeated.pending as Promise<CallResult<E>>
  const requestUlid = repeated && call.isIdempotent && isLost(repeated.error) ? repeated.requestUlid : ulid()
  const response = exchange(call, input, requestUlid, options)
  recordRequest(key, { payload, requestUlid, response, signal: options.signal })
  return response
}

async function exchange<E extends Endpoint>(
  call: E,
  input: CallInput<E>,
  requestUlid: string,
  options: RequestOptions,
): Promise<CallResult<E>> {
  const { workspaceId, changeSetId, delayMs, isUlidInHeadersOnly = false, onFailure, signal } = options
  const params = input.params as Record<string, string> | undefined
  const { headers, end } = traceRequest(call, {
    requestUlid,
    params,
    workspaceId: workspaceId ?? params?.workspaceId,
    changeSetId,
  })
  try {
    if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs))
    const response = await fetchAllPages(wireRequest(call, input), {
      requestUlid,
      isUlidInHeadersOnly,
      headers,
      signal,
    })
    end(response)
    return response.body as CallResult<E>
  } catch (cause) {
    const error = toRequestError(cause, requestUlid)
    // A canceled read is not an error.
    end({ status: error.status, ...(!signal?.aborted && { error }) })
    error.callName = call.name
    error.requestKey = requestKey(call, input, options.keyParts)
    const body = onFailure?.(error.body, error)
    throw body === undefined ? error : error.withBody(body)
  }
}

/** Returns the cursor of the next page. The rest of the address is ignored, so that every request goes to the configured API. */
const cursorOf = ({ link }: Answer) =>
  new URLSearchParams(nextAddress(link)?.split('?')[1]).get('after') ?? undefined

/** A list of more pages is a server bug, and the loop would never end. */
const maxPages = 1_000

/**
 * Sends a request. For a list, also requests the following pages and returns all rows, unless the request asks for a single
 * page.
 */
async function fetchAllPages(wire: WireRequest, options: SendOptions): Promise<Answer> {
  const first = await send(wire, options)
  if (wire.method !== 'GET' || isPaged(wire.query ?? {})) return first
  let { body } = first
  let after = cursorOf(first)
  for (let count = 1; after !== undefined; count += 1) {
    if (count === maxPages) throw new Error(`The list has more than ${maxPages} pages`)
    const page = await send({ ...wire, query: { ...wire.query, after } }, options)
    body = joinPages(body, page.body)
    after = cursorOf(page)
  }
  return { ...first, body }
}

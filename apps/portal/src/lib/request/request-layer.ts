/** The request layer (SPEC sections 3, 4, 7 and 8): every call to the API goes through `request`. */
import { wireRequest } from '@portal/contract/client'
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import type { ErrorType } from '@portal/contract/errors'
import { ulid } from 'ulid'
import { announceRefusal } from '../guard/session-events.ts'
import { type RequestError, toRequestError } from './request-error.ts'
import { requestKey } from './request-key.ts'
import { recordOutcome, recordRequest, requestRecord } from './request-record.ts'
import { isSamePayload } from './same-payload.ts'
import { traceRequest } from './tracing.ts'
import { send } from './transport.ts'

export interface RequestOptions<E extends Endpoint = Endpoint> {
  /** What tells one request of this call from another, instead of the path's parameters. */
  keyParts?: readonly (string | number | boolean)[]
  /** Leaves the payload as it is; the ulid then travels in the header alone. */
  isUlidInHeadersOnly?: boolean
  /** Waits that long before sending, to see how a screen bears it. */
  delayMs?: number
  /** For tracing; the path's `workspaceId` when not given. */
  workspaceId?: string
  changeSetId?: string
  /** Shows the outcome before it is known; what it returns takes that back when the request fails. */
  optimistic?: () => () => void
  onSuccess?: (body: CallResult<E>) => void
  /** What it returns, unless undefined, takes the place of the answered body. */
  onFailure?: (body: unknown, error: RequestError) => unknown
  /** Refusals that the page handles: logged as warnings instead of errors, and never taken for the end of the session. */
  expectedErrors?: readonly ErrorType[]
}

const sleep = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs))

async function exchange<E extends Endpoint>(call: E, input: CallInput<E>, options: RequestOptions<E>) {
  const requestUlid = ulid()
  const params = input.params as Record<string, string> | undefined
  const { headers, end } = traceRequest(call, {
    requestUlid,
    params,
    workspaceId: options.workspaceId ?? params?.workspaceId,
    changeSetId: options.changeSetId,
  })
  try {
    if (options.delayMs) await sleep(options.delayMs)
    const answer = await send(wireRequest(call, input), {
      requestUlid,
      isUlidInHeadersOnly: options.isUlidInHeadersOnly ?? false,
      headers,
    })
    end(answer)
    return answer.body as CallResult<E>
  } catch (cause) {
    const error = toRequestError(cause, requestUlid)
    end({ status: error.status, error })
    throw error
  }
}

function fail<E extends Endpoint>(call: E, answered: RequestError, options: RequestOptions<E>): RequestError {
  const replaced = options.onFailure?.(answered.body, answered)
  const error = replaced === undefined ? answered : answered.withBody(replaced)
  const isExpected = options.expectedErrors?.some((type) => type === answered.code) ?? false
  const line = [`${call.name} failed: ${error.message}`, error.code ?? '', error.requestId ?? '']
  if (isExpected) {
    console.warn(...line)
  } else {
    console.error(...line)
    announceRefusal(answered.code)
  }
  return error
}

/**
 * Makes a call. A pending request of the same key and payload is reused instead of sent again. Rejects with a
 * RequestError, after rolling back the optimistic change and logging the failure once.
 */
export function request<E extends Endpoint>(
  call: E,
  input: CallInput<E>,
  options: RequestOptions<E> = {},
): Promise<CallResult<E>> {
  const key = requestKey(call, input, options.keyParts)
  const payload = { query: input.query, body: input.body }
  const earlier = requestRecord(key)
  const isPending = earlier !== undefined && earlier.receivedAt === undefined
  if (isPending && isSamePayload(earlier.payload, payload)) return earlier.completed as Promise<CallResult<E>>

  const rollback = options.optimistic?.()
  const completed: Promise<CallResult<E>> = exchange(call, input, options).then(
    (body) => {
      recordOutcome(key, completed)
      options.onSuccess?.(body)
      return body
    },
    (answered: RequestError) => {
      rollback?.()
      const error = fail(call, answered, options)
      recordOutcome(key, completed, error)
      throw error
    },
  )
  recordRequest(key, payload, completed)
  return completed
}

import type { Issue } from '@portal/contract/errors'

interface ErrorFields {
  type?: unknown
  message?: unknown
  requestId?: unknown
  issues?: unknown
  limit?: unknown
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' && value !== '' ? value : otherwise
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** A failed request, with a message for the user: docs/product/errors.md#messages-in-the-portal. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  /** The error type. Undefined if there was no response or it isn't from the API. */
  readonly code: string | undefined
  /** The HTTP status. Undefined if there was no response. */
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** Whether there was no network. */
  readonly isOffline: boolean
  /** The invalid fields. */
  readonly issues: readonly Issue[]
  /** The name of the exceeded limit. */
  readonly limit: string | undefined
  readonly body: unknown
  /** The name of the call, for the log. */
  callName?: string
  /** The key of the request, which every attempt has in common. */
  requestKey?: string
  readonly #fallback: string

  /** `fallback` is the message if the body has none: the status text or the network error. */
  constructor(response: {
    status?: number
    body?: unknown
    fallback: string
    requestId?: string
    isOffline?: boolean
  }) {
    const body = asObject(response.body)
    // A refused invitation has its fields next to the message.
    const fields: ErrorFields = typeof body.error === 'string' ? body : asObject(body.error)
    super(
      textOr(
        body.error,
        textOr(
          fields.message,
          textOr(body.message, response.fallback || `Request failed with status code ${response.status}`),
        ),
      ),
    )
    this.code = textOr(fields.type, textOr(body.type, undefined))
    this.status = response.status
    this.isOffline = response.isOffline ?? false
    this.requestId = textOr(fields.requestId, response.requestId)
    this.issues = Array.isArray(fields.issues) ? (fields.issues as Issue[]) : []
    this.limit = textOr(fields.limit, undefined)
    this.body = response.body
    this.#fallback = response.fallback
  }

  /** Returns the same error with the body from a failure callback. */
  withBody(body: unknown): RequestError {
    const { status, requestId, isOffline, callName, requestKey } = this
    return Object.assign(new RequestError({ status, body, fallback: this.#fallback, requestId, isOffline }), {
      callName,
      requestKey,
    })
  }
}

/** Wraps any thrown value in a RequestError. */
export function toRequestError(cause: unknown, requestId?: string): RequestError {
  if (cause instanceof RequestError) return cause
  return new RequestError({ fallback: cause instanceof Error ? cause.message : String(cause), requestId })
}

import type { Issue } from '@portal/contract/errors'

interface ErrorFields {
  type?: unknown
  message?: unknown
  requestId?: unknown
  issues?: unknown
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' && value !== '' ? value : otherwise
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** A request that failed, in the words that a person reads (SPEC section 8, RULES section 2). */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  /** The error's type; undefined when nothing was answered, or not by the API. */
  readonly code: string | undefined
  /** The HTTP status; undefined when nothing was answered. */
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** The fields that were refused. */
  readonly issues: readonly Issue[]
  readonly body: unknown
  readonly #fallback: string

  /** `fallback` is what is shown when the body says nothing: the status text, or the network's own message. */
  constructor(answer: { status?: number; body?: unknown; fallback: string; requestId?: string }) {
    const body = asObject(answer.body)
    // A refused invitation has its facts alongside the sentence.
    const fields: ErrorFields = typeof body.error === 'string' ? body : asObject(body.error)
    super(
      textOr(
        body.error,
        textOr(
          fields.message,
          textOr(body.message, answer.fallback || `Request failed with status code ${answer.status}`),
        ),
      ),
    )
    this.code = textOr(fields.type, textOr(body.type, undefined))
    this.status = answer.status
    this.requestId = textOr(fields.requestId, answer.requestId)
    this.issues = Array.isArray(fields.issues) ? (fields.issues as Issue[]) : []
    this.body = answer.body
    this.#fallback = answer.fallback
  }

  /** The same failure with the body that a failure callback put in the place of the answered one. */
  withBody(body: unknown): RequestError {
    return new RequestError({
      status: this.status,
      body,
      fallback: this.#fallback,
      requestId: this.requestId,
    })
  }
}

/** Whatever was thrown on the way, as a RequestError. */
export function toRequestError(cause: unknown, requestId?: string): RequestError {
  if (cause instanceof RequestError) return cause
  return new RequestError({ fallback: cause instanceof Error ? cause.message : String(cause), requestId })
}

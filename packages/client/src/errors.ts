/** The errors that a call throws. See docs/product/errors.md#types. */
import type { Endpoint } from '@portal/contract/endpoint'
import { type ErrorType, type Issue, isErrorType } from '@portal/contract/errors'

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The API refused the request or failed. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** `UnknownError` if the answer isn't from the API, or is from a newer version of it. */
  readonly type: ErrorType | 'UnknownError'
  /** Identifies the request in the logs of the API. */
  readonly requestId: string | undefined
  /** The invalid fields of a `ValidationError`. */
  readonly issues: readonly Issue[]
  /** The roles that may make the call, if the type is `NotAllowed`. */
  readonly roles: readonly string[]
  /** The name of the exceeded limit. */
  readonly limit: string | undefined
  /** The number of seconds to wait before the next attempt. */
  readonly retryAfterSeconds: number | undefined
  readonly body: unknown

  constructor(status: number, body: unknown, headers: Headers = new Headers()) {
    const top = asObject(body)
    // A refused invitation has its details next to the sentence.
    const details = typeof top.error === 'string' ? top : asObject(top.error)
    const type = details.type ?? top.kind
    super(
      asText(details.message) ??
        asText(top.message) ??
        asText(top.error) ??
        `The API answered with status ${status}.`,
    )
    this.status = status
    this.type = isErrorType(type) ? type : 'UnknownError'
    this.requestId = asText(details.requestId) ?? headers.get('x-request-id') ?? undefined
    this.issues = Array.isArray(details.issues) ? (details.issues as Issue[]) : []
    this.roles = Array.isArray(details.roles) ? (details.roles as string[]) : []
    this.limit = asText(details.limit)
    const seconds = Number(headers.get('retry-after') ?? Number.NaN)
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined
    this.body = body
  }
}

const isConnectionRefused = (error: unknown): boolean => {
  const { code, errors } = asObject(asObject(error).cause) as { code?: string; errors?: { code?: string }[] }
  return code === 'ECONNREFUSED' || (errors?.every((one) => one.code === 'ECONNREFUSED') ?? false)
}

/** The API could not be reached, or its answer was lost. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  /** Whether the API may have received the request and made the change. */
  readonly mayHaveActed: boolean

  constructor(address: string, { method }: Endpoint, cause: unknown) {
    const mayHaveActed = method !== 'GET' && !isConnectionRefused(cause)
    const sentence = `${address} doesn't answer. Check your network and try again.`
    super(
      mayHaveActed ? `${sentence} The change may have been made, so check before you repeat it.` : sentence,
      { cause },
    )
    this.mayHaveActed = mayHaveActed
  }
}

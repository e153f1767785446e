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

/** The codes of a refused certificate and of a failed TLS handshake. */
const tlsCodes = /^(?:CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH$)/

function tlsFailureOf(error: unknown): string | undefined {
  const { code, message } = asObject(asObject(error).cause)
  return tlsCodes.test(asText(code) ?? '') ? (asText(message) ?? asText(code)) : undefined
}

/** A captive portal or a proxy answered instead of the API. */
export class ForeignAnswer extends Error {
  override readonly name = 'ForeignAnswer'
}

function describeFailure(address: string, cause: unknown, tlsFailure: string | undefined): string {
  if (tlsFailure !== undefined)
    return `There is no trusted connection to ${address}: ${tlsFailure}. If your network has its own certificate authority, set NODE_EXTRA_CA_CERTS to the file with its certificate.`
  if (cause instanceof ForeignAnswer)
    return `${address} doesn't answer like the portal's API. Check the address and your network.`
  return `${address} doesn't answer. Check your network.`
}

/** The API could not be reached, its answer was lost, or a captive portal or proxy answered instead. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  /** Whether the API may have received the request and made the change. */
  readonly mayHaveActed: boolean
  /** Whether the TLS connection failed, for example because the certificate isn't trusted. Nothing was sent. */
  readonly isUntrusted: boolean

  constructor(address: string, { method }: Pick<Endpoint, 'method'>, cause: unknown) {
    const tlsFailure = tlsFailureOf(cause)
    const mayHaveActed = method !== 'GET' && tlsFailure === undefined && !isConnectionRefused(cause)
    const sentence = describeFailure(address, cause, tlsFailure)
    super(
      mayHaveActed ? `${sentence} The change may have been made, so check before you repeat it.` : sentence,
      { cause },
    )
    this.mayHaveActed = mayHaveActed
    this.isUntrusted = tlsFailure !== undefined
  }
}
